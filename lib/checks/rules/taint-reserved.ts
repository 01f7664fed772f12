import type { Rule } from '../rule.ts';

/** Domains whose taints controllers put on a Node and take off again. */
const reserved = ['node.kubernetes.io', 'node.cluster.x-k8s.io', 'node.cloudprovider.kubernetes.io'];

export const rule: Rule = {
  id: 'taint-reserved',
  severity: 'error',
  summary: 'A pool has no taint that a controller sets and removes by itself.',
  why: 'The controller takes it off, or waits for it to go: machines stay unusable or the taint has no effect.',
  example:
    'pools: {general: {size: small, nodes: 1, taints: [{key: node.kubernetes.io/not-ready, effect: NoSchedule}]}}',
  remedy: 'choose a key of your own',
  *check({ tenants }) {
    for (const { pools, source } of tenants) {
      for (const { name, taints } of pools) {
        for (const [index, { key }] of taints.entries()) {
          if (!reserved.includes(key.split('/')[0] ?? '')) continue;
          yield {
            place: source.place(['pools', name, 'taints', index, 'key']),
            problem: `taint ${key} belongs to a controller`,
            allowed: `allowed: keys outside ${reserved.join(', ')}`,
          };
        }
      }
    }
  },
};
