/** A kind of object that the folder of a tenant may hold. */
export interface TenantKind {
  readonly group: string;
  readonly kind: string;
  readonly clusterScoped: boolean;
}

/**
 * The kinds of dist/tenants/. A list of its own and not what the tenants of today hold: a whitelist that grew with the
 * first tenant that needs a kind would come too late for that tenant's first sync.
 */
export const tenantKinds: readonly TenantKind[] = [
  { group: '', kind: 'Namespace', clusterScoped: true },
  { group: '', kind: 'ConfigMap', clusterScoped: false },
  { group: '', kind: 'ResourceQuota', clusterScoped: false },
  { group: 'addons.cluster.x-k8s.io', kind: 'ClusterResourceSet', clusterScoped: false },
  { group: 'addons.cluster.x-k8s.io', kind: 'HelmChartProxy', clusterScoped: false },
  { group: 'cluster.x-k8s.io', kind: 'Cluster', clusterScoped: false },
  { group: 'ipam.cluster.x-k8s.io', kind: 'InClusterIPPool', clusterScoped: false },
  { group: 'networking.k8s.io', kind: 'NetworkPolicy', clusterScoped: false },
  { group: 'policy', kind: 'PodDisruptionBudget', clusterScoped: false },
  { group: 'rbac.authorization.k8s.io', kind: 'Role', clusterScoped: false },
  { group: 'rbac.authorization.k8s.io', kind: 'RoleBinding', clusterScoped: false },
];
