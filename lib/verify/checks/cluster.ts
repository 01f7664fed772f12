import { at, condition, textAt } from '../api.ts';
import { type Answer, bad, good, inNamespace, type TenantView } from '../tenant-view.ts';

/** The Cluster is there, of the class and version of the file, and Cluster API calls it available. */
export async function clusterCheck({ tenant, management }: TenantView): Promise<Answer> {
  const { name } = tenant;
  const look = `kubectl -n tenant-${name} describe cluster ${name}`;
  const cluster = await management.get(
    `${inNamespace(tenant, 'cluster.x-k8s.io/v1beta2', 'clusters')}/${name}`,
  );
  if (cluster === undefined)
    return bad('cluster', tenant, [
      {
        problem: `there is no Cluster tenant-${name}/${name}`,
        wanted: 'the Cluster of dist/tenants',
        look: `look at what the engine says: kubectl -n argocd get application tenant-${name}, or kubectl -n flux-system get kustomization tenant-${name}-cluster`,
      },
    ]);
  const topology = condition(cluster, 'TopologyReconciled');
  const available = condition(cluster, 'Available');
  const version = textAt(cluster, 'spec.topology.version');
  const faults = [
    ...(version === tenant.version.text
      ? []
      : [
          {
            problem: `the Cluster asks for ${version}`,
            wanted: tenant.version.text,
            look: 'look whether the engine has synced the newest commit',
            path: ['kubernetes'],
          },
        ]),
    ...(topology?.status === 'False'
      ? [{ problem: `TopologyReconciled is False: ${topology.message}`, wanted: 'True', look }]
      : []),
    ...(available?.status === 'True'
      ? []
      : [
          {
            problem: `Available is ${available?.status ?? 'not known'}: ${available?.message ?? ''}`,
            wanted: 'True',
            look,
          },
        ]),
  ];
  if (faults.length > 0) return bad('cluster', tenant, faults);
  return good('cluster', at(cluster, 'spec.paused') === true ? 'available, paused' : 'available');
}
