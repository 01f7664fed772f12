import { counted } from '../../text.ts';
import type { Complaint } from '../../rule.ts';
import type { PoolDraft, TenantDraft } from '../../../fleet/index.ts';
import { gone, livingTenants, type Pair } from '../pairs.ts';
import type { HistoryRule } from '../history-rule.ts';

export const rule: HistoryRule = {
  id: 'pool-removed',
  severity: 'warning',
  summary: 'A pool with machines is removed or renamed on purpose.',
  why: 'A pool has no other identity than its name: its machines are drained and deleted, all at once, and a pool of another name starts with new ones.',
  earlier: 'pools: {general: {size: small, nodes: 2}, extra: {size: small, nodes: 2}}',
  example: 'pools: {general: {size: small, nodes: 2}}',
  remedy: 'set its nodes to 0 first and look, or accept the warning with the reason',
  *check(earlier, fleet) {
    for (const pair of livingTenants(earlier, fleet))
      for (const pool of gone(pair.was.pools, pair.is.pools)) yield* complaint(pair, pool);
  },
};

function* complaint(
  { was, is }: Pair<TenantDraft>,
  { name, min = 0, max = 0, size }: PoolDraft,
): Iterable<Complaint> {
  if (max === 0) return;
  const machines = min === max ? counted(max, 'machine') : `${String(min)} to ${counted(max, 'machine')}`;
  const heir = gone(is.pools, was.pools).find(
    (pool) => size !== undefined && JSON.stringify(pool.size) === JSON.stringify(size),
  );
  yield {
    place: is.source.place(['pools']),
    problem: `pool ${name} of ${is.name} is gone, and ${machines} with it`,
    allowed: 'allowed without deleting machines: the pools that there are, by their names',
    ...(heir === undefined
      ? {}
      : {
          remedy: `if ${heir.name} is to take its place: add it first, and remove ${name} when the workload has moved`,
          related: [{ place: is.source.place(['pools', heir.name]), note: `a new pool of the same size` }],
        }),
  };
}
