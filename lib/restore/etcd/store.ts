import { type Connection, EtcdError, type Endpoint, openConnection } from './connection.ts';
import {
  boolean,
  bytes,
  bytesAt,
  everyBytesAt,
  type Field,
  fieldsOf,
  integer,
  integerAt,
} from './protobuf.ts';

/** A key with its value, as etcd holds it. */
export interface KeyValue {
  readonly key: Buffer;
  readonly value: Buffer;
  /** Revision of the store at which the key was last written. */
  readonly modified: bigint;
  /** Lease that ends the key; 0 for none. */
  readonly lease: bigint;
}

export interface Page {
  readonly entries: readonly KeyValue[];
  /** Revision of the store that the page shows. */
  readonly revision: bigint;
  /** True if the range goes on behind the page. */
  readonly more: boolean;
  /** Keys of the whole range. */
  readonly count: number;
}

/** Which keys, `from` included and `to` not, and how much of them. */
export interface Query {
  readonly from: Buffer;
  readonly to: Buffer;
  readonly limit?: number;
  /** Revision to look at; the newest by default. */
  readonly revision?: bigint;
  readonly keysOnly?: boolean;
  readonly countOnly?: boolean;
}

/** One change of a key that was last written at `expected`; 0 for a key that must not exist. */
export interface Change {
  readonly key: Buffer;
  readonly expected: bigint;
  /** The new value; undefined deletes the key. */
  readonly value: Buffer | undefined;
}

export interface Permission {
  /** 0 read, 1 write, 2 both. */
  readonly type: number;
  readonly from: Buffer;
  readonly to: Buffer;
}

/** An etcd, as far as a restore needs it. Numbers of fields: etcd api/etcdserverpb/rpc.proto. */
export interface Store {
  range(query: Query): Promise<Page>;
  /** All changes or none; false if a key was written since. At most 128 (etcd --max-txn-ops). */
  change(changes: readonly Change[]): Promise<boolean>;
  /** Roles of a user; undefined if there is no such user. */
  rolesOf(user: string): Promise<readonly string[] | undefined>;
  /** Permissions of a role; undefined if there is no such role. */
  permissionsOf(role: string): Promise<readonly Permission[] | undefined>;
  /** A user without a password: it is known by its certificate. */
  addUser(user: string): Promise<void>;
  addRole(role: string): Promise<void>;
  grantPermission(role: string, permission: Permission): Promise<void>;
  grantRole(user: string, role: string): Promise<void>;
  close(): void;
}

export async function openStore(endpoint: Endpoint): Promise<Store> {
  const connection = await openConnection(endpoint);
  const auth = (method: string, ...fields: Buffer[]): Promise<readonly Field[]> =>
    ask(connection, 'Auth', method, fields);
  return {
    range: async (query) => readPage(await ask(connection, 'KV', 'Range', rangeFields(query))),
    change: async (changes) => integerAt(await ask(connection, 'KV', 'Txn', transaction(changes)), 2) === 1n,
    rolesOf: async (user) => {
      const answer = await found(auth('UserGet', bytes(1, user)));
      return answer && everyBytesAt(answer, 2).map((name) => name.toString('utf8'));
    },
    permissionsOf: async (role) => {
      const answer = await found(auth('RoleGet', bytes(1, role)));
      return answer && everyBytesAt(answer, 2).map(readPermission);
    },
    addUser: async (user) => done(auth('UserAdd', bytes(1, user), bytes(3, boolean(1, true)))),
    addRole: async (role) => done(auth('RoleAdd', bytes(1, role))),
    grantPermission: async (role, permission) =>
      done(auth('RoleGrantPermission', bytes(1, role), bytes(2, permissionFields(permission)))),
    grantRole: async (user, role) => done(auth('UserGrantRole', bytes(1, user), bytes(2, role))),
    close: () => connection.close(),
  };
}

async function ask(
  connection: Connection,
  service: string,
  method: string,
  fields: readonly Buffer[],
): Promise<readonly Field[]> {
  return fieldsOf(await connection.call(service, method, Buffer.concat(fields)));
}

const rangeFields = (query: Query): readonly Buffer[] => [
  bytes(1, query.from),
  bytes(2, query.to),
  integer(3, query.limit ?? 0),
  integer(4, query.revision ?? 0),
  boolean(8, query.keysOnly === true),
  boolean(9, query.countOnly === true),
];

function readPage(fields: readonly Field[]): Page {
  return {
    entries: everyBytesAt(fields, 2).map(readKeyValue),
    revision: integerAt(fieldsOf(bytesAt(fields, 1)), 3),
    more: integerAt(fields, 3) === 1n,
    count: Number(integerAt(fields, 4)),
  };
}

function readKeyValue(message: Buffer): KeyValue {
  const fields = fieldsOf(message);
  return {
    key: bytesAt(fields, 1),
    value: bytesAt(fields, 5),
    modified: integerAt(fields, 3),
    lease: integerAt(fields, 6),
  };
}

/** Compare field 2 = MOD (2), field 1 = EQUAL (0, left out), field 6 = the revision, written even when 0. */
function transaction(changes: readonly Change[]): readonly Buffer[] {
  const compares = changes.map(({ key, expected }) =>
    bytes(
      1,
      Buffer.concat([integer(2, 2), bytes(3, key), expected === 0n ? zeroRevision : integer(6, expected)]),
    ),
  );
  const requests = changes.map(({ key, value }) =>
    value === undefined
      ? bytes(2, bytes(3, bytes(1, key)))
      : bytes(2, bytes(2, Buffer.concat([bytes(1, key), bytes(2, value)]))),
  );
  return [...compares, ...requests];
}

/** Field 6 of a Compare with the value 0: a member of a oneof is written even when it is 0. */
const zeroRevision = Buffer.from([6 * 8, 0]);

const permissionFields = ({ type, from, to }: Permission): Buffer =>
  Buffer.concat([integer(1, type), bytes(2, from), bytes(3, to)]);

function readPermission(message: Buffer): Permission {
  const fields = fieldsOf(message);
  return { type: Number(integerAt(fields, 1)), from: bytesAt(fields, 2), to: bytesAt(fields, 3) };
}

/** etcd says "user name not found" and "role name not found" with code 9 (api/v3rpc/rpctypes/error.go). */
async function found<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof EtcdError && / not found$/.test(error.message)) return undefined;
    throw error;
  }
}

async function done(answer: Promise<unknown>): Promise<void> {
  await answer;
}
