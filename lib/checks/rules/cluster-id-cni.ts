import type { Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'cluster-id-cni',
  severity: 'error',
  summary: 'Only a tenant with Cilium has a cluster id.',
  why: 'No other network plugin knows it: the line says what is not.',
  example: 'cni: {name: calico, clusterID: 1}',
  remedy: 'remove clusterID, or take cilium',
  *check({ tenants }) {
    for (const { cni, cniClusterID, source } of tenants) {
      if (cniClusterID === undefined || cni === undefined || cni === 'cilium') continue;
      yield {
        place: source.place(['cni', 'clusterID']),
        problem: `${cni} has no cluster id (${String(cniClusterID)})`,
        allowed: 'allowed: clusterID with cilium',
      };
    }
  },
};
