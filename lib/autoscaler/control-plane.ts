/** What the job reads of a TenantControlPlane (kamaji.clastix.io/v1alpha1). No Secret is ever read. */
import { textAt, textsAt } from './json.ts';
import { CLUSTER_NAME_LABEL } from './names.ts';
import type { Cluster } from './cluster.ts';

export const CONTROL_PLANES_PATH = '/apis/kamaji.clastix.io/v1alpha1/tenantcontrolplanes';

/** The control plane of one tenant. */
export interface TenantControlPlane {
  readonly name: string;
  readonly namespace: string;
  /** Label with the name of its Cluster, copied there by the Kamaji control plane provider. */
  readonly clusterName: string | undefined;
  /** `status.kubeconfig.admin.checksum`: changes whenever the admin kubeconfig is written anew. */
  readonly kubeconfigChecksum: string | undefined;
  /** `status.kubernetesResources.version.status`, such as Ready or Sleeping. */
  readonly state: string | undefined;
  /** The version that runs; while upgrading still the old one. Before the first start, the wanted one. */
  readonly version: string | undefined;
}

/** The TenantControlPlane in an item of a list, or undefined if the item has no identity. */
export function readControlPlane(item: unknown): TenantControlPlane | undefined {
  const name = textAt(item, 'metadata', 'name');
  const namespace = textAt(item, 'metadata', 'namespace');
  if (name === undefined || namespace === undefined) return undefined;
  const running = ['status', 'kubernetesResources', 'version'];
  return {
    name,
    namespace,
    clusterName: textsAt(item, 'metadata', 'labels')[CLUSTER_NAME_LABEL],
    kubeconfigChecksum: textAt(item, 'status', 'kubeconfig', 'admin', 'checksum'),
    state: textAt(item, ...running, 'status'),
    version: textAt(item, ...running, 'version') ?? textAt(item, 'spec', 'kubernetes', 'version'),
  };
}

/** The control plane of `cluster` among those of its namespace: by name, as our class names it, else by label. */
export function controlPlaneOf(
  cluster: Cluster,
  controlPlanes: readonly TenantControlPlane[],
): TenantControlPlane | undefined {
  return (
    controlPlanes.find(({ name }) => name === cluster.name) ??
    controlPlanes.find(({ clusterName }) => clusterName === cluster.name)
  );
}
