import { k8s } from 'cdk8s-plus-30';
import type { Tenant } from '../../fleet/index.ts';

/** Port on which the konnectivity agents of the tenant's Nodes connect, beside the API server's own. */
export const konnectivityPort = 8132;

/** Namespace of the etcd datastores. */
export const datastoreNamespace = 'kamaji-etcd';

/**
 * What may talk to what in a tenant's namespace: nothing, but for the control plane, which takes clients and agents in
 * and reaches its datastore, DNS and itself. Webhooks and kubelets are reached through the agents' own connections.
 */
export function controlPlanePolicies(tenant: Tenant): Readonly<Record<string, k8s.NetworkPolicySpec>> {
  const podSelector = { matchLabels: { 'kamaji.clastix.io/name': tenant.name } };
  return {
    'default-deny': { podSelector: {}, policyTypes: ['Ingress', 'Egress'] },
    'control-plane': {
      podSelector,
      policyTypes: ['Ingress', 'Egress'],
      ingress: [{ ports: tcp(tenant.port, konnectivityPort) }],
      egress: [
        dns,
        datastore(tenant),
        { to: [{ podSelector }], ports: tcp(tenant.port) },
        ...identityProvider(tenant),
      ],
    },
  };
}

const dns: k8s.NetworkPolicyEgressRule = {
  to: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'kube-system' } } }],
  ports: [
    { protocol: 'UDP', port: k8s.IntOrString.fromNumber(53) },
    { protocol: 'TCP', port: k8s.IntOrString.fromNumber(53) },
  ],
};

/** An etcd runs in the management cluster; every other datastore is a server outside, known by name, which a policy cannot select. */
function datastore({ datastore: { driver, file } }: Tenant): k8s.NetworkPolicyEgressRule {
  if (driver === 'etcd')
    return {
      to: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': datastoreNamespace } } }],
      ports: tcp(2379),
    };
  return { ports: tcp(Number(file.endpoint?.split(':').at(-1) ?? 0)) };
}

/** The API server fetches the keys of the issuer. */
function identityProvider({ oidc }: Tenant): k8s.NetworkPolicyEgressRule[] {
  return oidc === undefined ? [] : [{ ports: tcp(Number(new URL(oidc.issuer).port || 443)) }];
}

function tcp(...ports: number[]): k8s.NetworkPolicyPort[] {
  return ports.map((port) => ({ protocol: 'TCP', port: k8s.IntOrString.fromNumber(port) }));
}
