import type { Path, TenantDraft } from '../../fleet/index.ts';
import type { Complaint, Rule } from '../rule.ts';

/** Keys that kubelet fills in itself. */
const nodeKeys = [
  'kubernetes.io/hostname',
  'kubernetes.io/os',
  'kubernetes.io/arch',
  'beta.kubernetes.io/os',
  'beta.kubernetes.io/arch',
];

/** Domains by which Cluster API, its topology controller and this project find their objects. */
const clusterDomains = ['cluster.x-k8s.io', 'topology.cluster.x-k8s.io', 'kaas.lab', 'kamaji.clastix.io'];

export const rule: Rule = {
  id: 'label-reserved',
  severity: 'error',
  summary: 'Labels leave alone the keys that kubelet, Cluster API and this project set themselves.',
  why: 'A Node with a wrong hostname or architecture gets no pods; a Cluster with a wrong label is found by the wrong controller, or by none.',
  example: 'labels: {cluster.x-k8s.io/cluster-name: other}',
  remedy: 'remove it, or choose a key of your own',
  *check({ tenants }) {
    for (const tenant of tenants) {
      for (const key of Object.keys(tenant.labels)) {
        if (clusterDomains.includes(key.split('/')[0] ?? ''))
          yield complaint(tenant, ['labels', key], `keys outside ${clusterDomains.join(', ')}`);
      }
      for (const { name, labels } of tenant.pools) {
        for (const key of Object.keys(labels)) {
          if (nodeKeys.includes(key))
            yield complaint(tenant, ['pools', name, 'labels', key], `keys other than ${nodeKeys.join(', ')}`);
        }
      }
    }
  },
};

function complaint({ source }: TenantDraft, path: Path, allowed: string): Complaint {
  return {
    place: source.keyPlace(path),
    problem: `label ${String(path.at(-1))} is set by a controller`,
    allowed: `allowed: ${allowed}`,
  };
}
