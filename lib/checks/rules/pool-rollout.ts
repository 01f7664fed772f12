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
    for (const { pools, source } of tenants) {
      for (const { name, maxSurge, maxUnavailable } of pools) {
        if (maxSurge > 0 || maxUnavailable > 0) continue;
        yield {
          place: source.place(['pools', name, 'machines', 'rollout']),
          problem: `pool ${name} has maxSurge 0 and maxUnavailable 0`,
          allowed: 'allowed: one of them at least 1',
        };
      }
    }
  },
};
