declare module 'fengari' {
  /** What the health checks need of Lua's C API; the state is opaque. */
  interface Lua {
    readonly LUA_OK: number;
    lua_pushnil(state: unknown): void;
    lua_pushstring(state: unknown, text: Uint8Array): void;
    lua_pushnumber(state: unknown, value: number): void;
    lua_pushinteger(state: unknown, value: number): void;
    lua_pushboolean(state: unknown, value: boolean): void;
    lua_newtable(state: unknown): void;
    lua_settable(state: unknown, index: number): void;
    lua_setglobal(state: unknown, name: Uint8Array): void;
    lua_getfield(state: unknown, index: number, name: Uint8Array): void;
    lua_tojsstring(state: unknown, index: number): string;
    lua_pop(state: unknown, count: number): void;
  }
  const fengari: {
    readonly lua: Lua;
    readonly lauxlib: { luaL_newstate(): unknown; luaL_dostring(state: unknown, text: Uint8Array): number };
    readonly lualib: { luaL_openlibs(state: unknown): void };
    readonly to_luastring: (text: string) => Uint8Array;
  };
  export default fengari;
}
