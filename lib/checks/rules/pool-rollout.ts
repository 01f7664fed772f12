import type { Path, TenantDraft } from '../../fleet/index.ts';
import type { Rule } from '../rule.ts';

/** Source: Cluster API, MachineDeployment webhook: maxUnavailable may not be 0 when maxSurge is 0. */
export const rule: Rule = {
  id: 'pool-rollout',
  severity: 'error',
  summary: 'A rollout may add a machine or take one away.',
  why: 'With neither it could never replace a machine; Cluster API refuses the pool.',
  example: 'pools: {general: {size: small, nodes: 2, machines: {rollout: {maxSurge: 0}}}}',
  remedy: 'set maxUnavailable to 1, or maxSurge',
  *check({ tenants }) {
    for (const tenant of tenants) {
      const told = new Set<string>();
      for (const { name, maxSurge, maxUnavailable } of tenant.pools) {
        const path = rolloutPath(tenant, name);
        if (maxSurge > 0 || maxUnavailable > 0 || told.has(path.join('/'))) continue;
        told.add(path.join('/'));
        yield {
          place: tenant.source.place(path),
          problem: `pool ${name} has maxSurge 0 and maxUnavailable 0`,
          allowed: 'allowed: one of them at least 1',
        };
      }
    }
  },
};

/** Where the tenant speaks of the rollout of the pool; the pool itself if only the site does. */
function rolloutPath({ file }: TenantDraft, pool: string): Path {
  if (file.pools?.[pool]?.machines?.rollout !== undefined) return ['pools', pool, 'machines', 'rollout'];
  return file.machines?.rollout === undefined ? ['pools', pool] : ['machines', 'rollout'];
}
