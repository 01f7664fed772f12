/** What one tenant's cluster-autoscaler may talk to: its tenant's API, the management API, DNS. */
import { POD_LABELS } from './deployment.ts';
import { METRICS_PORT } from './flags.ts';
import type { Endpoint } from './cluster.ts';
import type { JsonObject } from './json.ts';
import type { Settings } from './settings.ts';

export interface NetworkPolicyProps {
  /** The tenant's API as its kubeconfig names it; undefined before it has one. */
  readonly endpoint: Endpoint | undefined;
  /** TenantControlPlane whose pods answer behind that address. */
  readonly controlPlane: string | undefined;
  readonly settings: Settings;
}

/** `spec`. The kubelet's probe needs no rule: a node may always reach its own pods. */
export function networkPolicySpec(props: NetworkPolicyProps): JsonObject {
  const monitoring = props.settings.monitoringNamespace;
  return {
    podSelector: { matchLabels: POD_LABELS },
    policyTypes: ['Egress', 'Ingress'],
    egress: [dns, managementApi(props.settings), ...tenantApi(props)],
    ...(monitoring === undefined
      ? {}
      : { ingress: [{ from: [namespaceNamed(monitoring)], ports: [tcp(METRICS_PORT)] }] }),
  };
}

const dns = {
  to: [namespaceNamed('kube-system')],
  ports: [{ protocol: 'UDP', port: 53 }, tcp(53)],
};

/** 443 is the Service, 6443 the API servers behind it: network plugins differ in which of both they see. */
function managementApi(settings: Settings): JsonObject {
  const networks = settings.managementNetworks;
  return {
    ...(networks === undefined ? {} : { to: networks.map((cidr) => ({ ipBlock: { cidr } })) }),
    ports: [tcp(443), tcp(6443)],
  };
}

/** The VIP, and the control plane's pods, which is what most network plugins see instead of the VIP. */
function tenantApi(props: NetworkPolicyProps): readonly JsonObject[] {
  const { endpoint, controlPlane } = props;
  if (endpoint === undefined) return [];
  const ports = [tcp(endpoint.port)];
  const cidr = hostCidr(endpoint.host);
  if (cidr === undefined) return [{ ports }];
  const pods = { podSelector: { matchLabels: { 'kamaji.clastix.io/name': controlPlane } } };
  return [{ to: [{ ipBlock: { cidr } }, ...(controlPlane === undefined ? [] : [pods])], ports }];
}

/** The one-address CIDR of an IP; a policy cannot name a host, so a host name opens its port to anywhere. */
function hostCidr(host: string): string | undefined {
  if (/^\d+\.\d+\.\d+\.\d+$/.test(host)) return `${host}/32`;
  return host.includes(':') ? `${host}/128` : undefined;
}

function namespaceNamed(name: string): JsonObject {
  return { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': name } } };
}

function tcp(port: number): JsonObject {
  return { protocol: 'TCP', port };
}
