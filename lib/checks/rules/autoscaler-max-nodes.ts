import type { Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'autoscaler-max-nodes',
  severity: 'error',
  summary: 'autoscaler.maxNodes is not below the sum of the minima.',
  why: 'The autoscaler adds no Node at all while there are more than maxNodes, and the minima are never reached.',
  example: 'autoscaler: {maxNodes: 2}\npools: {general: {size: small, nodes: {min: 3, max: 5}}}',
  remedy: 'raise maxNodes, or lower a minimum',
  *check({ tenants }) {
    for (const { autoscaler, pools, source } of tenants) {
      const least = pools.reduce((sum, { min = 0 }) => sum + min, 0);
      if (autoscaler?.maxNodes === undefined || autoscaler.maxNodes >= least) continue;
      yield {
        place: source.place(['autoscaler', 'maxNodes']),
        problem: `maxNodes ${String(autoscaler.maxNodes)} is below the sum of the minima (${String(least)})`,
        allowed: `allowed: at least ${String(least)}`,
      };
    }
  },
};
