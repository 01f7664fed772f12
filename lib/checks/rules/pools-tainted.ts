import type { Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'pools-tainted',
  severity: 'warning',
  summary: 'A tenant has a pool without a taint that keeps pods away.',
  why: 'What tolerates nothing, such as the controllers of an ingress, a CSI or a monitoring, finds no Node and waits for ever.',
  example:
    'pools: {general: {size: small, nodes: 1, taints: [{key: tier, value: heavy, effect: NoSchedule}]}}',
  remedy: 'add a pool without taints, or accept the warning with the reason',
  *check({ tenants }) {
    for (const { pools, source, name } of tenants) {
      const open = pools.some(({ taints }) => taints.every(({ effect }) => effect === 'PreferNoSchedule'));
      if (pools.length === 0 || open) continue;
      yield {
        place: source.place(['pools']),
        problem: `every pool of ${name} has a taint (${pools.map((pool) => pool.name).join(', ')})`,
        allowed: 'allowed: at least one pool that takes any pod',
      };
    }
  },
};
