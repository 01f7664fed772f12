/** Namespace of Flux and of all its objects. */
export const fluxNamespace = 'flux-system';

/** Name of the repository and of the Kustomization that is the one entry point. */
export const rootName = 'kaas';

/** Keeps what Flux itself may not delete: without a HelmRelease its chart is uninstalled, volumes' owners and all. */
export const neverPruned: Readonly<Record<string, string>> = {
  'kustomize.toolkit.fluxcd.io/prune': 'disabled',
};
