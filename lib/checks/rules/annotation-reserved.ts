import type { Path, TenantDraft } from '../../fleet/index.ts';
import type { Complaint, Rule } from '../rule.ts';

/** Domain or key, and where what it says belongs. */
const reserved: readonly (readonly [start: string, instead: string])[] = [
  ['cluster.x-k8s.io/cluster-api-autoscaler-node-group-', 'nodes: {min, max} of the pool'],
  ['capacity.cluster-autoscaler.kubernetes.io/', 'size, labels and taints of the pool'],
  ['cluster.x-k8s.io/paused', 'paused: true'],
  ['cluster.x-k8s.io/', 'nothing, Cluster API sets it'],
  ['topology.cluster.x-k8s.io/', 'nothing, Cluster API sets it'],
  ['argocd.argoproj.io/', 'state, since the shield against deletion is made of these'],
  ['kustomize.toolkit.fluxcd.io/', 'state, since the shield against deletion is made of these'],
  ['kaas.lab/', 'nothing, this project sets it'],
  ['kubectl.kubernetes.io/last-applied-configuration', 'nothing, kubectl sets it'],
];

export const rule: Rule = {
  id: 'annotation-reserved',
  severity: 'error',
  summary: 'Annotations leave alone the keys that steer Cluster API, the autoscaler and the GitOps engine.',
  why: 'They would contradict what the file says elsewhere, or take the shield off a cluster that nobody wants to delete.',
  example: 'annotations: {argocd.argoproj.io/sync-options: Prune=true}',
  remedy: 'remove it',
  *check({ tenants }) {
    for (const tenant of tenants) {
      yield* complaints(tenant, ['annotations'], tenant.annotations);
      for (const { name, annotations } of tenant.pools)
        yield* complaints(tenant, ['pools', name, 'annotations'], annotations);
    }
  },
};

function* complaints(
  { source }: TenantDraft,
  path: Path,
  annotations: Readonly<Record<string, string>>,
): Generator<Complaint> {
  for (const key of Object.keys(annotations)) {
    const [, instead] = reserved.find(([start]) => key.startsWith(start)) ?? [];
    if (instead === undefined || key.startsWith('cluster.x-k8s.io/autoscaling-options-')) continue;
    yield {
      place: source.keyPlace([...path, key]),
      problem: `annotation ${key} is not for tenants`,
      allowed: `instead: ${instead}`,
    };
  }
}
