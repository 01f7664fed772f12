/** Kinds that the lab's controllers read and write. */
export const kinds = {
  cluster: { apiVersion: 'cluster.x-k8s.io/v1beta2', kind: 'Cluster' },
  clusterClass: { apiVersion: 'cluster.x-k8s.io/v1beta2', kind: 'ClusterClass' },
  machine: { apiVersion: 'cluster.x-k8s.io/v1beta2', kind: 'Machine' },
  machineSet: { apiVersion: 'cluster.x-k8s.io/v1beta2', kind: 'MachineSet' },
  machineDeployment: { apiVersion: 'cluster.x-k8s.io/v1beta2', kind: 'MachineDeployment' },
  kamajiControlPlane: { apiVersion: 'controlplane.cluster.x-k8s.io/v1alpha2', kind: 'KamajiControlPlane' },
  tenantControlPlane: { apiVersion: 'kamaji.clastix.io/v1alpha1', kind: 'TenantControlPlane' },
  proxmoxCluster: { apiVersion: 'infrastructure.cluster.x-k8s.io/v1alpha2', kind: 'ProxmoxCluster' },
  proxmoxMachine: { apiVersion: 'infrastructure.cluster.x-k8s.io/v1alpha2', kind: 'ProxmoxMachine' },
  proxmoxMachineTemplate: {
    apiVersion: 'infrastructure.cluster.x-k8s.io/v1alpha2',
    kind: 'ProxmoxMachineTemplate',
  },
  ipAddress: { apiVersion: 'ipam.cluster.x-k8s.io/v1beta2', kind: 'IPAddress' },
  inClusterIpPool: { apiVersion: 'ipam.cluster.x-k8s.io/v1alpha2', kind: 'InClusterIPPool' },
  secret: { apiVersion: 'v1', kind: 'Secret' },
  node: { apiVersion: 'v1', kind: 'Node' },
  pod: { apiVersion: 'v1', kind: 'Pod' },
  namespace: { apiVersion: 'v1', kind: 'Namespace' },
  deployment: { apiVersion: 'apps/v1', kind: 'Deployment' },
  crd: { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition' },
} as const;
