import type { Rule } from '../rule.ts';

/** Source: Kubernetes, ValidateTaintsInNodeRegistration: taints are unique by key and effect. */
export const rule: Rule = {
  id: 'taints-twice',
  severity: 'error',
  summary: 'A pool has no two taints of one key and effect.',
  why: 'kubelet cannot register the Node, and the machine never joins.',
  example:
    'pools: {general: {size: small, nodes: 1, taints: [{key: tier, value: a, effect: NoSchedule}, {key: tier, value: b, effect: NoSchedule}]}}',
  remedy: 'remove one of the two',
  *check({ tenants }) {
    for (const { pools, source } of tenants) {
      for (const { name, taints } of pools) {
        const keys = taints.map(({ key, effect }) => `${key}:${effect}`);
        for (const [index, key] of keys.entries()) {
          const first = keys.indexOf(key);
          if (first === index) continue;
          yield {
            place: source.place(['pools', name, 'taints', index]),
            problem: `pool ${name} has the taint ${key} twice`,
            allowed: 'allowed: each key and effect once',
            related: [{ place: source.place(['pools', name, 'taints', first]), note: 'the first one' }],
          };
        }
      }
    }
  },
};
