import fengari from 'fengari';

const { lua, lauxlib, lualib, to_luastring } = fengari;

/** Runs a health check as Argo CD does: with the object as the global `obj`, and with its standard library only. */
export function luaHealthOf(
  script: string,
  object: unknown,
): { readonly status: string; readonly message: string } {
  const state = lauxlib.luaL_newstate();
  lualib.luaL_openlibs(state);
  for (const name of ['os', 'io', 'require', 'dofile', 'loadfile', 'package', 'debug']) {
    lua.lua_pushnil(state);
    lua.lua_setglobal(state, to_luastring(name));
  }
  push(state, object);
  lua.lua_setglobal(state, to_luastring('obj'));
  if (lauxlib.luaL_dostring(state, to_luastring(script)) !== lua.LUA_OK)
    throw new Error(lua.lua_tojsstring(state, -1));
  return { status: field(state, 'status'), message: field(state, 'message') };
}

function field(state: unknown, name: string): string {
  lua.lua_getfield(state, -1, to_luastring(name));
  const text = lua.lua_tojsstring(state, -1);
  lua.lua_pop(state, 1);
  return text;
}

function push(state: unknown, value: unknown): void {
  if (typeof value === 'string') lua.lua_pushstring(state, to_luastring(value));
  else if (typeof value === 'number') lua.lua_pushnumber(state, value);
  else if (typeof value === 'boolean') lua.lua_pushboolean(state, value);
  else if (typeof value !== 'object' || value === null) lua.lua_pushnil(state);
  else {
    const isList = Array.isArray(value);
    lua.lua_newtable(state);
    for (const [key, inner] of Object.entries(value)) {
      if (isList) lua.lua_pushinteger(state, Number(key) + 1);
      else lua.lua_pushstring(state, to_luastring(key));
      push(state, inner);
      lua.lua_settable(state, -3);
    }
  }
}
