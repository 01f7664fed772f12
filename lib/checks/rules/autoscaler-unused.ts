import type { Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'autoscaler-unused',
  severity: 'warning',
  summary: 'Only a tenant that has a pool with bounds has options of the autoscaler.',
  why: 'There is no autoscaler without such a pool: the options do nothing.',
  example: 'autoscaler: {unneededTime: 5m}\npools: {general: {size: small, nodes: 3}}',
  remedy: 'give a pool min and max, or remove the options',
  *check({ tenants }) {
    for (const { file, pools, source } of tenants) {
      if (file.autoscaler === undefined || pools.some(({ autoscaled }) => autoscaled !== false)) continue;
      yield {
        place: source.place(['autoscaler']),
        problem: 'autoscaler has options, and no pool has bounds',
        allowed: 'allowed: autoscaler with a pool whose nodes are {min, max}',
      };
    }
  },
};
