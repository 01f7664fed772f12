/** What Kamaji itself, and this project for the audit log, give to the control plane. Source: internal/builders/controlplane of clastix/kamaji 26.8.2-edge. */

/** Arguments by component, with the place where their value belongs; those of the API server are dropped without a word. */
export const ownedArgs = {
  apiServer: {
    'advertise-address': 'controlPlane.vip',
    'client-ca-file': '',
    'egress-selector-config-file': '',
    'enable-admission-plugins': 'disable-admission-plugins, or a patch of KamajiControlPlaneTemplate',
    'etcd-cafile': '',
    'etcd-certfile': '',
    'etcd-compaction-interval': '',
    'etcd-keyfile': '',
    'etcd-prefix': '',
    'etcd-servers': 'controlPlane.datastore',
    'etcd-servers-overrides': '',
    'kubelet-client-certificate': '',
    'kubelet-client-key': '',
    'kubelet-preferred-address-types': '',
    'proxy-client-cert-file': '',
    'proxy-client-key-file': '',
    'requestheader-allowed-names': '',
    'requestheader-client-ca-file': '',
    'secure-port': 'controlPlane.port',
    'service-account-key-file': '',
    'service-account-signing-key-file': '',
    'service-cluster-ip-range': 'services',
    'tls-cert-file': 'controlPlane.certSANs',
    'tls-private-key-file': '',
  },
  controllerManager: {
    'authentication-kubeconfig': '',
    'authorization-kubeconfig': '',
    'bind-address': '',
    'client-ca-file': '',
    'cluster-cidr': 'pods',
    'cluster-name': '',
    'cluster-signing-cert-file': '',
    'cluster-signing-key-file': '',
    kubeconfig: '',
    'leader-elect': '',
    'requestheader-client-ca-file': '',
    'root-ca-file': '',
    'service-account-private-key-file': '',
    'service-cluster-ip-range': 'services',
  },
  scheduler: {
    'authentication-kubeconfig': '',
    'authorization-kubeconfig': '',
    'bind-address': '',
    kubeconfig: '',
    'leader-elect': '',
  },
} satisfies Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Names of the volumes of the control plane's pod. */
export const ownedVolumes = [
  'etc-kubernetes-pki',
  'etc-ca-certificates',
  'etc-ssl-certs',
  'usr-share-ca-certificates',
  'usr-local-share-ca-certificates',
  'scheduler-kubeconfig',
  'controller-manager-kubeconfig',
  'kine-uds',
  'kine-config',
  'kine-certs',
  'egress-selector-configuration',
  'konnectivity-uds',
  'konnectivity-server-kubeconfig',
];

/** The volume that `audit` adds: its name and its mount. */
export const auditVolume = { name: 'audit-policy', mountPath: '/etc/kubernetes/audit' };

/** Folders of the API server's container that have a mount. */
export const ownedMounts = [
  '/etc/kubernetes/pki',
  '/etc/ca-certificates',
  '/etc/ssl/certs',
  '/usr/share/ca-certificates',
  '/usr/local/share/ca-certificates',
  '/etc/kubernetes/konnectivity/configurations',
  '/run/konnectivity',
  '/uds',
];
