import type { TenantDraft } from '../../fleet/index.ts';
import type { Rule } from '../rule.ts';

/** Source: Cilium documentation, "Setting up Cluster Mesh": cluster ids are unique. */
export const rule: Rule = {
  id: 'cluster-id-unique',
  severity: 'error',
  summary: 'No two tenants have the same Cilium cluster id.',
  why: 'Security identities carry the id: in a mesh, pods of one cluster are taken for those of the other, policies and all.',
  example: `cni: {name: cilium, clusterID: 1}
--- # tenants/beta.yaml
cni: {name: cilium, clusterID: 1}`,
  remedy: 'take an id that is free',
  *check({ tenants }, { free }) {
    const holders = new Map<number, TenantDraft>();
    for (const tenant of tenants) {
      const { cniClusterID: id, source } = tenant;
      if (id === undefined) continue;
      const holder = holders.get(id);
      holders.set(id, holder ?? tenant);
      if (holder === undefined) continue;
      yield {
        place: source.place(['cni', 'clusterID']),
        problem: `cluster id ${String(id)} is taken`,
        allowed: 'allowed: 1 to 255, each once',
        remedy: free.clusterId(tenant),
        related: [{ place: holder.source.place(['cni', 'clusterID']), note: `taken by ${holder.name}` }],
      };
    }
  },
};
