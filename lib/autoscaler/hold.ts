/** Why an autoscaler must not run now: the reason becomes an annotation and 0 replicas. */
import type { Cluster } from './cluster.ts';
import type { TenantControlPlane } from './control-plane.ts';

/**
 * The reason to hold, or undefined if it may run.
 * Paused: Cluster API does not act, but the autoscaler would go on scaling (autoscaler #9345).
 * Asleep: its lease lives in the tenant, so it would crash-loop with "lost master".
 * No kubeconfig yet: the pod would hang in ContainerCreating.
 */
export function reasonToHold(
  cluster: Cluster,
  controlPlane: TenantControlPlane | undefined,
): string | undefined {
  if (cluster.paused) return 'the Cluster is paused';
  if (!cluster.initialized) return 'the control plane of the Cluster is not initialized';
  if (cluster.hibernated) return 'the Cluster asks for 0 control plane replicas';
  if (controlPlane === undefined) return 'the Cluster has no TenantControlPlane';
  if (controlPlane.state === 'Sleeping') return 'the TenantControlPlane is sleeping';
  if (controlPlane.kubeconfigChecksum === undefined) return 'the TenantControlPlane has no kubeconfig yet';
  return undefined;
}
