import type { Finding } from '../finding/index.ts';
import { namespaceOf, type TenantDraft } from '../fleet/index.ts';
import { type Api, ApiError, at, type Live, nameOf, textAt } from './api.ts';
import { type Answer, good, inNamespace, liveFinding } from './tenant-view.ts';

/** Whether an engine would keep the object: both annotations, or one, are enough for its engine. */
export function hasShield(cluster: Live): boolean {
  const annotations = (at(cluster, 'metadata.annotations') ?? {}) as Readonly<Record<string, unknown>>;
  const options = annotations['argocd.argoproj.io/sync-options'];
  return (
    annotations['kustomize.toolkit.fluxcd.io/prune'] === 'disabled' ||
    (typeof options === 'string' && /\b(?:Prune|Delete)=false\b/.test(options))
  );
}

const clusterPath = (tenant: { readonly name: string }): string =>
  `${inNamespace(tenant, 'cluster.x-k8s.io/v1beta2', 'clusters')}/${tenant.name}`;

/** Before the second commit of a removal: the live Cluster must have lost its shield, or it is left over. */
export async function shieldCheck(tenant: TenantDraft, management: Api): Promise<Answer> {
  const cluster = await management.get(clusterPath(tenant));
  if (cluster === undefined)
    return good('shield', `Cluster ${tenant.name} is gone already: ${tenant.source.file} may go`);
  if (!hasShield(cluster))
    return good(
      'shield',
      `Cluster ${tenant.name} has lost its shield: deleting ${tenant.source.file} deletes it`,
    );
  const finding = liveFinding('shield', 'error', tenant.source.place(['state']), {
    problem: 'the live Cluster still has its shield: deleting the file now would leave it over',
    wanted: 'no argocd.argoproj.io/sync-options and no kustomize.toolkit.fluxcd.io/prune on the live Cluster',
    look: `wait until the engine has synced state: removing; if it does not, look at Application tenant-${tenant.name} or Kustomization tenant-${tenant.name}-cluster`,
  });
  return { check: 'shield', findings: [finding], seen: 'still shielded', made: true };
}

/**
 * Whether the cluster knows a tenant of that name: the namespace stays when everything else of a removed one is gone. An
 * account that may not look is given the benefit of the doubt.
 */
export async function wasTenant(name: string, management: Api): Promise<boolean> {
  try {
    return (await management.get(`/api/v1/namespaces/${namespaceOf({ name })}`)) !== undefined;
  } catch (error) {
    if (error instanceof ApiError) return true;
    throw error;
  }
}

/** Kinds that a removed tenant must not leave behind, with what each means if it is still there. */
const remains = [
  [
    'cluster.x-k8s.io/v1beta2',
    'clusters',
    'Cluster API waits for its parts, or nobody deleted it: the file went before the shield did',
  ],
  [
    'cluster.x-k8s.io/v1beta2',
    'machines',
    'kubectl describe the Machine: a drain that cannot end is given up after nodeDrainTimeoutSeconds',
  ],
  [
    'infrastructure.cluster.x-k8s.io/v1alpha2',
    'proxmoxmachines',
    'the VM could not be destroyed: look whether Proxmox can be reached, and at the VM there',
  ],
  ['infrastructure.cluster.x-k8s.io/v1alpha2', 'proxmoxclusters', 'it waits for all ProxmoxMachines'],
  ['controlplane.cluster.x-k8s.io/v1alpha2', 'kamajicontrolplanes', 'it goes after the workers'],
  [
    'kamaji.clastix.io/v1alpha1',
    'tenantcontrolplanes',
    'it needs its DataStore to be Ready, to remove its keys there',
  ],
  ['ipam.cluster.x-k8s.io/v1beta2', 'ipaddresses', 'addresses are held for about 60 seconds'],
  ['ipam.cluster.x-k8s.io/v1beta2', 'ipaddressclaims', 'addresses are held for about 60 seconds'],
] as const;

/** After a removal: nothing is left of the tenant but its namespace. A Cluster that nobody deleted is the one thing to say. */
export async function removedCheck(name: string, management: Api): Promise<Answer> {
  const cluster = await management.get(clusterPath({ name }));
  if (cluster !== undefined && at(cluster, 'metadata.deletionTimestamp') === undefined)
    return { check: 'leftover', findings: [leftoverCluster(cluster)], seen: 'the Cluster lives', made: true };
  const left: Finding[] = [];
  for (const [groupVersion, plural, why] of remains)
    for (const object of await management.list(inNamespace({ name }, groupVersion, plural)))
      left.push(leftover(name, `${plural} ${namespaceOf({ name })}/${nameOf(object)}`, why));
  for (const service of await management.list(inNamespace({ name }, 'v1', 'services')))
    if (textAt(service, 'spec.type') === 'LoadBalancer')
      left.push(
        leftover(
          name,
          `services ${namespaceOf({ name })}/${nameOf(service)}`,
          'it still holds the VIP; it goes with the TenantControlPlane',
        ),
      );
  for (const secret of await management.list(inNamespace({ name }, 'v1', 'secrets')))
    if (/-(?:kubeconfig|ca|datastore-config|datastore-certificate)$/.test(nameOf(secret)))
      left.push(
        leftover(
          name,
          `secrets ${namespaceOf({ name })}/${nameOf(secret)}`,
          'it goes with the TenantControlPlane; datastore-config keeps a finalizer until the DataStore is Ready',
        ),
      );
  return left.length > 0
    ? { check: 'removed', findings: left, seen: `${String(left.length)} left`, made: true }
    : good(
        'removed',
        `nothing is left; when it is no longer wanted: kubectl delete namespace ${namespaceOf({ name })}`,
      );
}

function leftover(name: string, object: string, look: string): Finding {
  return liveFinding(
    'removed',
    'error',
    { file: `tenants/${name}.yaml`, line: 1, column: 1 },
    {
      problem: `left over: ${object}`,
      wanted: 'nothing',
      look,
    },
  );
}

/** Clusters of ours whose file is gone: an engine says nothing of them, and their machines run on. */
export async function leftoverCheck(tenants: readonly TenantDraft[], management: Api): Promise<Answer> {
  const selector = encodeURIComponent('kaas.lab/tenant');
  const clusters = await management.list(`/apis/cluster.x-k8s.io/v1beta2/clusters?labelSelector=${selector}`);
  const files = new Set(tenants.map(({ name }) => name));
  const findings = clusters
    .filter(
      (cluster) => !files.has(nameOf(cluster)) && at(cluster, 'metadata.deletionTimestamp') === undefined,
    )
    .map(leftoverCluster);
  return findings.length > 0
    ? { check: 'leftover', findings, seen: `${String(findings.length)} left over`, made: true }
    : good('leftover', `every one of ${String(clusters.length)} Clusters has its file`);
}

function leftoverCluster(cluster: Live): Finding {
  const name = nameOf(cluster);
  const file = `tenants/${name}.yaml`;
  return liveFinding(
    'leftover',
    'error',
    { file, line: 1, column: 1 },
    {
      problem: `the Cluster ${textAt(cluster, 'metadata.namespace')}/${name} lives, and its file is gone`,
      wanted: 'a file for every Cluster',
      look: hasShield(cluster)
        ? `restore the file (git log --diff-filter=D -- ${file}), then remove the tenant in two commits`
        : `it has no shield: wait until the engine has synced; if it stays, restore the file (git log --diff-filter=D -- ${file}) and remove the tenant again`,
    },
  );
}
