import { surgeOf } from '../surge.ts';
import { counted } from '../text.ts';
import type { Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'vmids-size',
  severity: 'error',
  summary:
    'There is a VM id for every machine of the pools at their maximum, and for those that a rollout adds.',
  why: 'CAPMOX makes no VM when the range is used up, and an upgrade stops half-way.',
  example: 'vmids: 10100-10101\npools: {general: {size: small, nodes: {min: 1, max: 5}}}',
  remedy: 'widen the range, or lower the maximum',
  *check({ tenants }) {
    for (const { vmids, pools, source } of tenants) {
      const machines = pools.reduce((sum, { max = 0 }) => sum + max, 0);
      const surge = pools.reduce((sum, pool) => sum + surgeOf(pool), 0);
      if (vmids === undefined || vmids.end - vmids.start + 1 >= machines + surge) continue;
      yield {
        place: source.place(['vmids']),
        problem: `${counted(vmids.end - vmids.start + 1, 'VM id')} cannot hold ${counted(machines, 'machine')} and ${String(surge)} more during a rollout`,
        allowed: `allowed: at least ${String(machines + surge)} ids`,
      };
    }
  },
};
