import type { KeyValue, Store } from '../etcd/store.ts';

/** All keys that start with a prefix: the first one and the first one behind them. */
export interface Keyspace {
  readonly from: Buffer;
  readonly to: Buffer;
}

/**
 * Keys of one tenant: `/SCHEMA/`, both slashes included, as Kamaji grants them (kamaji internal/datastore/etcd.go),
 * so that tenant `a` never covers tenant `ab`.
 */
export const keyspaceOfSchema = (schema: string): Keyspace => prefixed(`/${schema}/`);

export function prefixed(prefix: string): Keyspace {
  const from = Buffer.from(prefix, 'utf8');
  return { from, to: after(from) };
}

/** The first key that does not start with the prefix, as etcd's clients compute it; prefixes end in a low byte here. */
function after(prefix: Buffer): Buffer {
  const end = Buffer.from(prefix);
  const last = end.length - 1;
  end.writeUInt8(end.readUInt8(last) + 1, last);
  return end;
}

/** Keys per answer: values of up to 1.5 MiB each must fit into memory several times over. */
const pageSize = 64;
/** The same without values. */
const keyPageSize = 5000;

/** Every key of the keyspace in the order of the keys, all as of one revision. */
export async function* entriesOf(
  store: Store,
  { from, to }: Keyspace,
  { keysOnly = false }: { readonly keysOnly?: boolean } = {},
): AsyncGenerator<KeyValue, void> {
  const limit = keysOnly ? keyPageSize : pageSize;
  let next = from;
  let revision: bigint | undefined;
  for (;;) {
    const at = revision === undefined ? {} : { revision };
    const page = await store.range({ from: next, to, limit, keysOnly, ...at });
    revision ??= page.revision;
    yield* page.entries;
    const last = page.entries.at(-1);
    if (!page.more || last === undefined) return;
    next = Buffer.concat([last.key, Buffer.from([0])]);
  }
}

export async function countOf(store: Store, { from, to }: Keyspace): Promise<number> {
  return (await store.range({ from, to, countOnly: true })).count;
}

/** Schemas that have keys below `/SCHEMA/`, found by leaping from one to the next. */
export async function schemasOf(store: Store): Promise<readonly string[]> {
  const schemas: string[] = [];
  let from: Buffer = Buffer.from('/', 'utf8');
  const to = after(from);
  for (;;) {
    const { entries } = await store.range({ from, to, limit: 1, keysOnly: true });
    const [, schema] = entries[0]?.key.toString('utf8').split('/') ?? [];
    if (schema === undefined) return schemas;
    schemas.push(schema);
    from = keyspaceOfSchema(schema).to;
  }
}
