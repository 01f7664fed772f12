/** Namespaces of the platform. Those of providers are the ones that their own manifests name. */
export const namespaces = {
  kaas: 'kaas-system',
  certManager: 'cert-manager',
  metallb: 'metallb-system',
  csi: 'csi-proxmox',
  operator: 'capi-operator-system',
  core: 'capi-system',
  kubeadm: 'capi-kubeadm-bootstrap-system',
  ipam: 'capi-ipam-in-cluster-system',
  proxmox: 'capmox-system',
  kamaji: 'kamaji-system',
  helm: 'caaph-system',
  etcd: 'kamaji-etcd',
} as const;

/** Name of the IPAddressPool that the tenants' VIPs come from. */
export const vipPool = 'tenants';

/** Name of the Issuer that signs the certificate authorities of the etcd datastores. */
export const etcdIssuer = 'etcd-selfsigned';

/** Names that the chart kamaji-etcd gives to what belongs to one datastore (charts/kamaji-etcd/templates/_helpers.tpl, v0.17.0). */
export interface EtcdNames {
  /** Release, StatefulSet and headless Service. */
  readonly release: string;
  /** Service of the clients: 2379, and 2381 for metrics. */
  readonly clientService: string;
  /** Secret with tls.crt and tls.key of the certificate authority. */
  readonly caSecret: string;
  /** Secret with ca.crt, tls.crt and tls.key of the user root. */
  readonly clientSecret: string;
}

/** Names of the etcd of a datastore; all of it lies in the namespace `namespaces.etcd`. */
export function etcdNames(datastore: string): EtcdNames {
  const release = `etcd-${datastore}`;
  return {
    release,
    clientService: `${release}-client`,
    caSecret: `${release}-ca`,
    clientSecret: `${release}-client-certs`,
  };
}

/** Host and port at which clients reach the etcd of a datastore. */
export function etcdEndpoints(datastore: string, replicas: number, domain: string): string[] {
  const { release } = etcdNames(datastore);
  return Array.from(
    { length: replicas },
    (_, index) => `${release}-${index}.${release}.${namespaces.etcd}.svc.${domain}:2379`,
  );
}
