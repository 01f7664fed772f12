import type { Change, KeyValue, Store } from '../etcd/store.ts';
import { entriesOf, type Keyspace } from './keyspace.ts';

/** What must happen to one key so that the store holds what the snapshot holds. */
export interface Difference extends Change {
  readonly kind: 'add' | 'replace' | 'remove';
}

/**
 * The keys that differ, in the order of the keys.
 * A key with a lease in the snapshot counts as absent: the lease is gone, and without one an Event or an endpoint
 * lease of an API server would stay for ever. Its writer makes it anew.
 */
export async function* differences(
  snapshot: Store,
  live: Store,
  keyspace: Keyspace,
): AsyncGenerator<Difference, void> {
  const wanted = lasting(entriesOf(snapshot, keyspace));
  const present = entriesOf(live, keyspace);
  let want = await take(wanted);
  let have = await take(present);
  while (want !== undefined || have !== undefined) {
    const order = compare(want, have);
    const difference = differenceOf(want, have, order);
    if (difference !== undefined) yield difference;
    if (order <= 0) want = await take(wanted);
    if (order >= 0) have = await take(present);
  }
}

function differenceOf(
  want: KeyValue | undefined,
  have: KeyValue | undefined,
  order: number,
): Difference | undefined {
  if (want !== undefined && order < 0) return { kind: 'add', key: want.key, expected: 0n, value: want.value };
  if (have !== undefined && order > 0)
    return { kind: 'remove', key: have.key, expected: have.modified, value: undefined };
  if (want === undefined || have === undefined || want.value.equals(have.value)) return undefined;
  return { kind: 'replace', key: have.key, expected: have.modified, value: want.value };
}

/** An absent side is behind every key. */
function compare(want: KeyValue | undefined, have: KeyValue | undefined): number {
  if (want === undefined) return 1;
  return have === undefined ? -1 : Buffer.compare(want.key, have.key);
}

async function* lasting(entries: AsyncGenerator<KeyValue, void>): AsyncGenerator<KeyValue, void> {
  for await (const entry of entries) if (entry.lease === 0n) yield entry;
}

async function take(entries: AsyncGenerator<KeyValue, void>): Promise<KeyValue | undefined> {
  const { value } = await entries.next();
  return value ?? undefined;
}
