import type { Rule } from '../rule.ts';

/**
 * Source: cluster-autoscaler starts a worker for any pending pod above its priority cutoff (-10). The chart
 * tigera-operator (v3.32) runs its operator at priority 0 and calico-kube-controllers as system-cluster-critical.
 */
export const rule: Rule = {
  id: 'pool-zero',
  severity: 'warning',
  summary: 'A tenant that shall rest at no machine at all does not run Calico.',
  why: "Calico's operator and controllers are Deployments: without a machine they are pending, and the autoscaler adds one for them at once. The pools never stay at 0.",
  example: 'cni: calico\npools: {nightly: {size: small, nodes: {min: 0, max: 3}}}',
  remedy: 'take cilium or flannel for this tenant, or give one pool a min of 1',
  *check({ tenants }) {
    for (const { cni, pools, source } of tenants) {
      const pool = pools.find(({ autoscaled }) => autoscaled === true);
      if (cni !== 'calico' || pool === undefined || pools.some(({ min }) => min !== 0)) continue;
      yield {
        place: source.place(['pools', pool.name, 'nodes']),
        problem: `no pool has a min above 0, and calico always needs a machine`,
        allowed: 'allowed: min 0 everywhere with cilium, flannel or none',
      };
    }
  },
};
