/** What the job and the autoscalers may do: the rules of their two ClusterRoles. */
import { AUTOSCALER_NAME, TENANT_ROLE } from './names.ts';
import { KINDS } from './kube-object.ts';

export interface PolicyRule {
  readonly apiGroups: string[];
  readonly resources: string[];
  readonly verbs: string[];
  readonly resourceNames?: string[];
}

/**
 * The job. A name restricts `create` too, because server-side apply is authorized with the name in its path,
 * and `list`, because the job lists with a field selector on that name. No Secret, no Namespace.
 * `bind` is limited to the one role, so that the job can hand out nothing else.
 */
export function jobRules(): readonly PolicyRule[] {
  const ours = KINDS.map(({ group, plural }) => ({
    apiGroups: [group],
    resources: [plural],
    verbs: ['list', 'get', 'create', 'patch', 'delete'],
    resourceNames: [AUTOSCALER_NAME],
  }));
  return [
    { apiGroups: ['cluster.x-k8s.io'], resources: ['clusters'], verbs: ['list'] },
    { apiGroups: ['kamaji.clastix.io'], resources: ['tenantcontrolplanes'], verbs: ['list'] },
    ...ours,
    {
      apiGroups: ['rbac.authorization.k8s.io'],
      resources: ['clusterroles'],
      verbs: ['bind'],
      resourceNames: [TENANT_ROLE],
    },
  ];
}

/**
 * One tenant's cluster-autoscaler, bound in the tenant's namespace only. It is exactly enough for 1.35.2;
 * machinepools and proxmoxmachinetemplates are needed although unused: without them it waits for ever for its
 * caches (autoscaler #5912). Up to 1.32 it scales by update instead of patch.
 */
export function tenantRules(minors: readonly string[]): readonly PolicyRule[] {
  const old = minors.some((minor) => Number(minor.split('.')[1]) <= 32);
  const group = ['cluster.x-k8s.io'];
  return [
    {
      apiGroups: group,
      resources: ['machinedeployments', 'machinesets', 'machinepools'],
      verbs: ['get', 'list', 'watch'],
    },
    { apiGroups: group, resources: ['machines'], verbs: ['get', 'list', 'watch', 'update'] },
    {
      apiGroups: group,
      resources: ['machinedeployments/scale'],
      verbs: old ? ['get', 'patch', 'update'] : ['get', 'patch'],
    },
    {
      apiGroups: ['infrastructure.cluster.x-k8s.io'],
      resources: ['proxmoxmachinetemplates'],
      verbs: ['get', 'list', 'watch'],
    },
  ];
}
