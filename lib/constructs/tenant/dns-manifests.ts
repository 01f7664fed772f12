import type { Tenant } from '../../fleet/index.ts';
import { dnsServiceIPOf } from '../../fleet/index.ts';
import { addressText } from '../../net/index.ts';
import type { Json } from '../class/variable.ts';

/** Name of the tenant's DNS objects. Not CoreDNS's own names: Kamaji deletes those by name when its addon goes. */
export const dnsName = 'kaas-dns';

/** PriorityClass of what must not keep a worker alive: below the autoscaler's cutoff (-10), it starts no node and holds none. */
export const idlePriority = 'kaas-idle';

const metadata = { name: dnsName, namespace: 'kube-system' };
const selector = { 'k8s-app': dnsName };

/**
 * CoreDNS for the workload cluster, as a DaemonSet: a Deployment keeps the last node alive, and at 0 nodes its pending pod
 * alone would start one (cluster-api#5606). Applied in the workload cluster by a ClusterResourceSet.
 */
export function dnsManifests(tenant: Tenant, image: string): readonly Json[] {
  return [
    {
      apiVersion: 'scheduling.k8s.io/v1',
      kind: 'PriorityClass',
      metadata: { name: idlePriority },
      value: -20,
      preemptionPolicy: 'Never',
      description: 'Starts no worker and keeps none.',
    },
    { apiVersion: 'v1', kind: 'ServiceAccount', metadata },
    {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRole',
      metadata: { name: 'kaas:dns' },
      rules: [
        {
          apiGroups: [''],
          resources: ['endpoints', 'services', 'pods', 'namespaces'],
          verbs: ['list', 'watch'],
        },
        { apiGroups: ['discovery.k8s.io'], resources: ['endpointslices'], verbs: ['list', 'watch'] },
      ],
    },
    {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRoleBinding',
      metadata: { name: 'kaas:dns' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'kaas:dns' },
      subjects: [{ kind: 'ServiceAccount', name: dnsName, namespace: 'kube-system' }],
    },
    { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { Corefile: corefile(tenant) } },
    {
      apiVersion: 'apps/v1',
      kind: 'DaemonSet',
      metadata: { ...metadata, labels: selector },
      spec: daemonSet(image),
    },
    {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: {
        ...metadata,
        labels: { ...selector, 'kubernetes.io/cluster-service': 'true', 'kubernetes.io/name': 'CoreDNS' },
      },
      spec: {
        clusterIP: addressText(dnsServiceIPOf(tenant)),
        selector,
        ports: [
          { name: 'dns', port: 53, protocol: 'UDP' },
          { name: 'dns-tcp', port: 53, protocol: 'TCP' },
          { name: 'metrics', port: 9153, protocol: 'TCP' },
        ],
      },
    },
  ];
}

/** Names outside the cluster go to the name servers of the tenant's network, as the machines themselves ask. */
function corefile({ domain, network }: Tenant): string {
  const lines = [
    '.:53 {',
    '    errors',
    '    health {',
    '      lameduck 5s',
    '    }',
    '    ready',
    `    kubernetes ${domain} in-addr.arpa ip6.arpa {`,
    '      pods insecure',
    '      fallthrough in-addr.arpa ip6.arpa',
    '      ttl 30',
    '    }',
    '    prometheus :9153',
    `    forward . ${network.dns.map(addressText).join(' ')}`,
    '    cache 30',
    '    loop',
    '    reload',
    '    loadbalance',
    '}',
  ];
  return `${lines.join('\n')}\n`;
}

function daemonSet(image: string): Json {
  return {
    selector: { matchLabels: selector },
    updateStrategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 1 } },
    template: {
      metadata: { labels: selector },
      spec: {
        priorityClassName: 'system-node-critical',
        serviceAccountName: dnsName,
        nodeSelector: { 'kubernetes.io/os': 'linux' },
        tolerations: [{ operator: 'Exists' }],
        dnsPolicy: 'Default',
        containers: [container(image)],
        volumes: [
          { name: 'config', configMap: { name: dnsName, items: [{ key: 'Corefile', path: 'Corefile' }] } },
        ],
      },
    },
  };
}

function container(image: string): Json {
  return {
    name: 'coredns',
    image,
    imagePullPolicy: 'IfNotPresent',
    args: ['-conf', '/etc/coredns/Corefile'],
    ports: [
      { name: 'dns', containerPort: 53, protocol: 'UDP' },
      { name: 'dns-tcp', containerPort: 53, protocol: 'TCP' },
      { name: 'metrics', containerPort: 9153, protocol: 'TCP' },
    ],
    resources: { requests: { cpu: '50m', memory: '70Mi' }, limits: { memory: '170Mi' } },
    securityContext: {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { add: ['NET_BIND_SERVICE'], drop: ['ALL'] },
    },
    livenessProbe: { httpGet: { path: '/health', port: 8080 }, initialDelaySeconds: 60 },
    readinessProbe: { httpGet: { path: '/ready', port: 8181 } },
    volumeMounts: [{ name: 'config', mountPath: '/etc/coredns', readOnly: true }],
  };
}
