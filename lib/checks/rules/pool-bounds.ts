import type { Rule } from '../rule.ts';

/** Source: the autoscaler annotations min 7, max 5 were accepted by every webhook (seen on Cluster API v1.13.5). */
export const rule: Rule = {
  id: 'pool-bounds',
  severity: 'error',
  summary: 'The minimum of a pool is not above its maximum.',
  why: 'Nothing in the cluster refuses it; the autoscaler then ignores the pool.',
  example: 'pools: {general: {size: small, nodes: {min: 5, max: 3}}}',
  remedy: 'swap them, or correct one',
  *check({ tenants }) {
    for (const { pools, source } of tenants) {
      for (const { name, min, max } of pools) {
        if (min === undefined || max === undefined || min <= max) continue;
        yield {
          place: source.place(['pools', name, 'nodes']),
          problem: `pool ${name} has min ${String(min)} above max ${String(max)}`,
          allowed: `allowed: min from 0 to max`,
        };
      }
    }
  },
};
