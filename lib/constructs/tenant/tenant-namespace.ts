import { k8s } from 'cdk8s-plus-30';
import { Construct } from 'constructs';
import { namespaceOf, type Tenant } from '../../fleet/index.ts';
import { annotations, baseAnnotations, labels, shield, waves } from './keys.ts';
import { controlPlanePolicies } from './network-policies.ts';

export interface TenantNamespaceProps {
  readonly tenant: Tenant;
}

/**
 * The namespace of a tenant in the management cluster, with its limits: Pod Security, an object-count quota,
 * network policies and a disruption budget for the control plane.
 */
export class TenantNamespace extends Construct {
  constructor(scope: Construct, id: string, { tenant }: TenantNamespaceProps) {
    super(scope, id);
    const namespace = namespaceOf(tenant);
    new k8s.KubeNamespace(this, 'namespace', {
      metadata: {
        name: namespace,
        labels: { [labels.tenant]: tenant.name, ...podSecurity },
        annotations: {
          [annotations.owner]: tenant.owner,
          [annotations.argocdSyncWave]: waves.namespace,
          ...shield,
        },
      },
    });
    new k8s.KubeResourceQuota(this, 'quota', {
      metadata: { name: 'tenant', namespace, annotations: baseAnnotations },
      spec: { hard: quantities(objectCounts) },
    });
    for (const [name, spec] of Object.entries(controlPlanePolicies(tenant))) {
      new k8s.KubeNetworkPolicy(this, `policy-${name}`, {
        metadata: { name, namespace, annotations: baseAnnotations },
        spec,
      });
    }
    new k8s.KubePodDisruptionBudget(this, 'disruption-budget', {
      metadata: { name: 'control-plane', namespace, annotations: baseAnnotations },
      spec: {
        maxUnavailable: k8s.IntOrString.fromNumber(1),
        selector: { matchLabels: { 'kamaji.clastix.io/name': tenant.name } },
      },
    });
  }
}

/** The control plane's images run as root without a security context (kube-apiserver v1.35), which `restricted` refuses. */
const podSecurity = {
  'pod-security.kubernetes.io/enforce': 'baseline',
  'pod-security.kubernetes.io/audit': 'restricted',
  'pod-security.kubernetes.io/warn': 'restricted',
} as const;

/** One Cluster with one VIP; nothing in the namespace needs a volume. */
const objectCounts = {
  'count/clusters.cluster.x-k8s.io': 1,
  'services.loadbalancers': 1,
  persistentvolumeclaims: 0,
} as const;

function quantities(counts: Readonly<Record<string, number>>): Record<string, k8s.Quantity> {
  return Object.fromEntries(
    Object.entries(counts).map(([name, count]) => [name, k8s.Quantity.fromString(String(count))]),
  );
}
