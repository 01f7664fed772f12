import type { Change, KeyValue, Permission, Store } from '../../lib/restore/etcd/store.ts';

/** An etcd in memory: keys with their revisions, users and roles. */
export interface MemoryStore extends Store {
  put(key: string, value: string, lease?: bigint): void;
  /** Value by key. */
  contents(): Record<string, string>;
  /** How many keys each transaction changed. */
  readonly transactions: readonly number[];
  readonly users: Map<string, string[]>;
  readonly roles: Map<string, Permission[]>;
}

export function memoryStore(values: Readonly<Record<string, string>> = {}): MemoryStore {
  const keys = new Map<string, KeyValue>();
  const users = new Map<string, string[]>();
  const roles = new Map<string, Permission[]>();
  const transactions: number[] = [];
  let revision = 1n;
  const put = (key: string, value: string, lease = 0n): void => {
    revision += 1n;
    keys.set(key, { key: Buffer.from(key), value: Buffer.from(value), modified: revision, lease });
  };
  for (const [key, value] of Object.entries(values)) put(key, value);
  const within = (from: Buffer, to: Buffer): KeyValue[] =>
    [...keys.values()]
      .filter(({ key }) => Buffer.compare(key, from) >= 0 && Buffer.compare(key, to) < 0)
      .sort((a, b) => Buffer.compare(a.key, b.key));
  const change = (changes: readonly Change[]): boolean => {
    const isCurrent = ({ key, expected }: Change): boolean =>
      (keys.get(key.toString())?.modified ?? 0n) === expected;
    if (!changes.every(isCurrent)) return false;
    transactions.push(changes.length);
    for (const { key, value } of changes)
      if (value === undefined) keys.delete(key.toString());
      else put(key.toString(), value.toString());
    return true;
  };
  return {
    put,
    contents: () => Object.fromEntries([...keys].map(([key, { value }]) => [key, value.toString()])),
    transactions,
    users,
    roles,
    range: ({ from, to, limit = 0, countOnly }) => {
      const found = within(from, to);
      const entries = countOnly === true ? [] : limit === 0 ? found : found.slice(0, limit);
      return Promise.resolve({ entries, revision, more: entries.length < found.length, count: found.length });
    },
    change: (changes) => Promise.resolve(change(changes)),
    rolesOf: (user) => Promise.resolve(users.get(user)),
    permissionsOf: (role) => Promise.resolve(roles.get(role)),
    addUser: (user) => Promise.resolve(void users.set(user, [])),
    addRole: (role) => Promise.resolve(void roles.set(role, [])),
    grantPermission: (role, permission) => Promise.resolve(void roles.get(role)?.push(permission)),
    grantRole: (user, role) => Promise.resolve(void users.get(user)?.push(role)),
    close: () => undefined,
  };
}
