import type { KubeObject } from '../object.ts';

const namespace = 'kube-flannel';
const named = { name: 'flannel', namespace };
const labels = { app: 'flannel' };

/** What flanneld makes of its node's range, as the configuration that containerd reads (CNI plugin `bridge`). */
const writeConfiguration = `set -e
until [ -s /run/flannel/subnet.env ]; do sleep 1; done
. /run/flannel/subnet.env
range=\${FLANNEL_SUBNET%.1/*}.0/\${FLANNEL_SUBNET#*/} # flannel names the bridge's own address
cat > /etc/cni/net.d/10-flannel.conflist <<END
{"cniVersion": "1.0.0", "name": "flannel", "plugins": [
  {"type": "bridge", "bridge": "cni0", "isDefaultGateway": true, "hairpinMode": true, "mtu": $FLANNEL_MTU,
   "ipam": {"type": "host-local", "ranges": [[{"subnet": "$range"}]], "routes": [{"dst": "$FLANNEL_NETWORK"}]}},
  {"type": "portmap", "capabilities": {"portMappings": true}}]}
END
sleep 2000000000`;

/**
 * The CNI of a tenant, as its chart would bring it: flanneld with VXLAN over the ranges that the Nodes have. No chart
 * is rendered in the lab; Debian's plugins stand for flannel's own small one, which only calls `bridge`.
 */
export const flannel = (pods: string): readonly KubeObject[] => [
  {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: namespace, labels: { 'pod-security.kubernetes.io/enforce': 'privileged' } },
  },
  { apiVersion: 'v1', kind: 'ServiceAccount', metadata: named },
  {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRole',
    metadata: { name: 'flannel' },
    rules: [
      { apiGroups: [''], resources: ['pods'], verbs: ['get'] },
      { apiGroups: [''], resources: ['nodes'], verbs: ['get', 'list', 'watch'] },
      { apiGroups: [''], resources: ['nodes/status'], verbs: ['patch'] },
    ],
  },
  {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRoleBinding',
    metadata: { name: 'flannel' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'flannel' },
    subjects: [{ kind: 'ServiceAccount', ...named }],
  },
  {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: named,
    data: { 'net-conf.json': JSON.stringify({ Network: pods, Backend: { Type: 'vxlan' } }) },
  },
  daemonSet,
];

const daemonSet: KubeObject = {
  apiVersion: 'apps/v1',
  kind: 'DaemonSet',
  metadata: named,
  spec: {
    selector: { matchLabels: labels },
    template: {
      metadata: { labels },
      spec: {
        hostNetwork: true,
        serviceAccountName: 'flannel',
        tolerations: [{ operator: 'Exists' }],
        priorityClassName: 'system-node-critical',
        containers: [
          {
            name: 'flanneld',
            image: 'lab.invalid/flannel:lab',
            args: ['--ip-masq', '--kube-subnet-mgr'],
            securityContext: { privileged: true },
            env: [
              { name: 'POD_NAME', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
              { name: 'POD_NAMESPACE', valueFrom: { fieldRef: { fieldPath: 'metadata.namespace' } } },
            ],
            volumeMounts: [
              { name: 'run', mountPath: '/run/flannel' },
              { name: 'config', mountPath: '/etc/kube-flannel' },
            ],
          },
          {
            name: 'configuration',
            image: 'lab.invalid/busybox:lab',
            args: ['-c', writeConfiguration],
            volumeMounts: [
              { name: 'run', mountPath: '/run/flannel' },
              { name: 'cni', mountPath: '/etc/cni/net.d' },
            ],
          },
        ],
        volumes: [
          { name: 'run', hostPath: { path: '/run/flannel', type: 'DirectoryOrCreate' } },
          { name: 'cni', hostPath: { path: '/etc/cni/net.d' } },
          { name: 'config', configMap: { name: 'flannel' } },
        ],
      },
    },
  },
};
