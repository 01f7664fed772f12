import type { Complaint } from '../../rule.ts';
import type { PoolDraft, TenantDraft } from '../../../fleet/index.ts';
import { livingPools, livingTenants, type Pair } from '../pairs.ts';
import type { HistoryRule } from '../history-rule.ts';

/** Source: computeMachineDeploymentVersion in exp/topology/desiredstate/desired_state.go of Cluster API v1.13.5. */
export const rule: HistoryRule = {
  id: 'pool-held',
  severity: 'error',
  summary: 'A pool is held on the version that it runs.',
  why: 'Cluster API knows no version of a pool: it only leaves a held pool where it is, and a new pool starts with the version of its control plane.',
  earlier: 'kubernetes: v1.34.4\npools: {general: {size: small, nodes: 1}}',
  example: 'kubernetes: v1.35.5\npools: {general: {size: small, nodes: 1, kubernetes: v1.34.3}}',
  remedy: 'name the version that it runs, or none',
  *check(earlier, fleet) {
    const living = new Map(livingTenants(earlier, fleet).map((pair) => [pair.is.name, pair]));
    for (const tenant of fleet.tenants) {
      const pair = living.get(tenant.name);
      const pools = pair === undefined ? [] : livingPools(pair);
      for (const pool of tenant.pools)
        yield* complaints(tenant, pool, pair, pools.find(({ is }) => is.name === pool.name)?.was);
    }
  },
};

function* complaints(
  { name, source, version }: TenantDraft,
  pool: PoolDraft,
  pair: Pair<TenantDraft> | undefined,
  was: PoolDraft | undefined,
): Iterable<Complaint> {
  const runs = was === undefined ? version : (was.heldVersion ?? pair?.was.version);
  const held = pool.heldVersion;
  if (held === undefined || runs === undefined || held.text === runs.text) return;
  // That the control plane is not older than the pool has a rule of its own.
  if (was !== undefined && held.text === version?.text) return;
  yield {
    place: source.place(['pools', pool.name, 'kubernetes']),
    problem:
      was === undefined
        ? `the new pool ${pool.name} of ${name} cannot start on ${held.text}`
        : `pool ${pool.name} of ${name} runs ${runs.text}, not ${held.text}`,
    allowed: `allowed: ${runs.text}`,
  };
}
