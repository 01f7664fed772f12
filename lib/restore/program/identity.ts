import type { Permission, Store } from '../etcd/store.ts';
import { keyspaceOfSchema } from './keyspace.ts';
import { Refusal } from './refusal.ts';

/** etcd's READWRITE. */
const readWrite = 2;

/**
 * Makes sure that the tenant's user and role are as Kamaji makes them: both carry the schema's name, the role reads and
 * writes below `/SCHEMA/` and nowhere else (kamaji internal/datastore/etcd.go). Returns what was missing and was made.
 */
export async function ensureIdentity(live: Store, schema: string): Promise<readonly string[]> {
  const made: string[] = [];
  const roles = await live.rolesOf(schema);
  const permissions = await live.permissionsOf(schema);
  const wrong = (permissions ?? []).filter((permission) => !covers(permission, schema));
  if (wrong.length > 0)
    throw new Refusal(`role ${schema} may reach keys outside /${schema}/: remove it first`);
  if (roles === undefined) {
    await live.addUser(schema);
    made.push(`user ${schema}`);
  }
  if (permissions === undefined) {
    await live.addRole(schema);
    made.push(`role ${schema}`);
  }
  if ((permissions ?? []).length === 0) {
    await live.grantPermission(schema, { type: readWrite, ...keyspaceOfSchema(schema) });
    made.push(`permission of role ${schema} below /${schema}/`);
  }
  if (!(roles ?? []).includes(schema)) {
    await live.grantRole(schema, schema);
    made.push(`role ${schema} of user ${schema}`);
  }
  return made;
}

function covers({ type, from, to }: Permission, schema: string): boolean {
  const keyspace = keyspaceOfSchema(schema);
  return type === readWrite && keyspace.from.equals(from) && keyspace.to.equals(to);
}
