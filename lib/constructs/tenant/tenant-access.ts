import { k8s } from 'cdk8s-plus-30';
import { Construct } from 'constructs';
import { namespaceOf, type Tenant } from '../../fleet/index.ts';
import { baseAnnotations } from './keys.ts';

export interface TenantAccessProps {
  readonly tenant: Tenant;
}

/** Who may look at a tenant's Cluster, and who may read the Secret with its kubeconfig. Nobody may change anything here: Git does. */
export class TenantAccess extends Construct {
  constructor(scope: Construct, id: string, { tenant }: TenantAccessProps) {
    super(scope, id);
    if (tenant.view.length > 0) this.#grant(tenant, 'tenant-view', viewRules(tenant), tenant.view);
    if (tenant.kubeconfig.length > 0)
      this.#grant(tenant, 'tenant-kubeconfig', kubeconfigRules(tenant), tenant.kubeconfig);
  }

  #grant(tenant: Tenant, name: string, rules: k8s.PolicyRule[], groups: readonly string[]): void {
    const metadata = { name, namespace: namespaceOf(tenant), annotations: baseAnnotations };
    new k8s.KubeRole(this, `${name}-role`, { metadata, rules });
    new k8s.KubeRoleBinding(this, `${name}-binding`, {
      metadata,
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name },
      subjects: groups.map((group) => ({
        apiGroup: 'rbac.authorization.k8s.io',
        kind: 'Group',
        name: group,
      })),
    });
  }
}

/** Machines and their owners have names that Cluster API makes up; the namespace holds those of one Cluster only. */
function viewRules({ name }: Tenant): k8s.PolicyRule[] {
  return [
    {
      apiGroups: ['cluster.x-k8s.io'],
      resources: ['clusters'],
      resourceNames: [name],
      verbs: ['get', 'list', 'watch'],
    },
    {
      apiGroups: ['cluster.x-k8s.io'],
      resources: ['machinedeployments', 'machinesets', 'machines', 'machinehealthchecks'],
      verbs: ['get', 'list', 'watch'],
    },
    {
      apiGroups: ['controlplane.cluster.x-k8s.io'],
      resources: ['kamajicontrolplanes'],
      resourceNames: [name],
      verbs: ['get', 'list', 'watch'],
    },
    {
      apiGroups: ['infrastructure.cluster.x-k8s.io'],
      resources: ['proxmoxmachines'],
      verbs: ['get', 'list', 'watch'],
    },
    { apiGroups: ['', 'events.k8s.io'], resources: ['events'], verbs: ['get', 'list', 'watch'] },
  ];
}

/** Cluster API's Secret `NAME-kubeconfig`, key `value`. It opens the whole workload cluster. */
function kubeconfigRules({ name }: Tenant): k8s.PolicyRule[] {
  return [{ apiGroups: [''], resources: ['secrets'], resourceNames: [`${name}-kubeconfig`], verbs: ['get'] }];
}
