/** Namespace of Argo CD and of all its objects. */
export const argocdNamespace = 'argocd';

/** The cluster that Argo CD runs in. */
export const inCluster = 'https://kubernetes.default.svc';

/** Name of the one entry point. */
export const rootName = 'kaas';

/** Names of the projects. */
export const projects = { platform: 'platform', charts: 'platform-charts', tenants: 'tenants' } as const;

export const syncWave = 'argocd.argoproj.io/sync-wave';
export const syncOptions = 'argocd.argoproj.io/sync-options';
export const compareOptions = 'argocd.argoproj.io/compare-options';
export const generatePaths = 'argocd.argoproj.io/manifest-generate-paths';

/**
 * Files of dist/argocd/ that the root leaves to a person: itself, because a root that manages itself hangs in a
 * cascaded delete (and one that is excluded only later is pruned), and the settings of Argo CD, which have an owner.
 */
export const appliedByHand = [`application-${rootName}.yaml`, 'configmap-argocd-cm.yaml'] as const;
