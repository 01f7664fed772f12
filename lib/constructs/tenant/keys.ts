/** Labels and annotations that the platform and the engines read. */
export const labels = {
  tenant: 'kaas.lab/tenant',
  autoscaling: 'kaas.lab/autoscaling',
  dns: 'kaas.lab/dns',
  cni: 'kaas.lab/cni',
} as const;

export const annotations = {
  owner: 'kaas.lab/owner',
  cniClusterID: 'cni.kaas.lab/cluster-id',
  cniMtu: 'cni.kaas.lab/mtu',
  argocdSyncWave: 'argocd.argoproj.io/sync-wave',
  argocdSyncOptions: 'argocd.argoproj.io/sync-options',
  fluxPrune: 'kustomize.toolkit.fluxcd.io/prune',
} as const;

/** Keeps an object when its file, folder, Application or Kustomization goes: on either engine the live annotation decides. */
export const shield: Readonly<Record<string, string>> = {
  [annotations.argocdSyncOptions]: 'Prune=false,Delete=false',
  [annotations.fluxPrune]: 'disabled',
};

/** Argo CD applies a tenant's namespace, then the rest of its base, then its Cluster. Flux orders them by Kustomizations. */
export const waves = { namespace: '-10', base: '-5', cluster: '0' } as const;

/**
 * Annotations of a tenant's base objects. Without Delete=false a lost folder strips a live tenant of its RBAC and
 * network policies (seen on Argo CD v3.5.1); Flux keeps them by deletionPolicy of the Kustomization.
 */
export const baseAnnotations: Readonly<Record<string, string>> = {
  [annotations.argocdSyncWave]: waves.base,
  [annotations.argocdSyncOptions]: 'Delete=false',
};
