import type { Tenant } from '../../fleet/index.ts';

/** Fields of the kubelet's configuration that kubelets before 1.35 refuse (kamaji#1062). */
const tooNew = ['/crashLoopBackOff', '/imagePullCredentialsVerificationPolicy'];

/**
 * Patches on the kubelet configuration, which Kamaji fills with the defaults of its own Kubernetes release. Every
 * joining machine reads it, those of a pool that is held on an older version too; newer kubelets do as well without.
 * Removing needs Kamaji 26.3.4-edge or newer (kamaji#1099): older releases run no such tenant, says version-window.
 */
export function kubeletPatches({ version, pools }: Tenant): { op: string; path: string }[] {
  const minors = [version, ...pools.map(({ heldVersion = version }) => heldVersion)].map(
    ({ minor }) => minor,
  );
  return Math.min(...minors) < 35 ? tooNew.map((path) => ({ op: 'remove', path })) : [];
}
