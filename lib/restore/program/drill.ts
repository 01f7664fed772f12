import type { Store } from '../etcd/store.ts';
import { countOf, keyspaceOfSchema, schemasOf } from './keyspace.ts';

/** Keys of one tenant in the restored snapshot and in the live store. */
export interface Tally {
  readonly schema: string;
  readonly restored: number;
  readonly live: number;
  /** What is wrong; undefined if the snapshot would bring the tenant back. */
  readonly problem: string | undefined;
}

/**
 * Compares a restored snapshot with the live store, tenant by tenant. The store has moved on since the snapshot, so the
 * counts need not be equal: fewer than `share` (0 to 1) of the live keys is a problem, none is one always.
 */
export async function compareTallies(snapshot: Store, live: Store, share: number): Promise<readonly Tally[]> {
  const schemas = new Set([...(await schemasOf(live)), ...(await schemasOf(snapshot))]);
  const tallies: Tally[] = [];
  for (const schema of [...schemas].sort()) {
    const keyspace = keyspaceOfSchema(schema);
    const [restored, present] = [await countOf(snapshot, keyspace), await countOf(live, keyspace)];
    tallies.push({ schema, restored, live: present, problem: problemOf(restored, present, share) });
  }
  return tallies;
}

function problemOf(restored: number, live: number, share: number): string | undefined {
  if (live > 0 && restored === 0) return 'not in the snapshot';
  if (restored < live * share) return `fewer than ${Math.round(share * 100)} % of the live keys`;
  return undefined;
}
