import type { k8s } from 'cdk8s-plus-30';
import { etcdNames } from '../names.ts';

const path = '/etcd-certs';

/** Files of the client certificate of etcd's user root, as every container sees them. */
export const certificates = {
  ca: `${path}/ca.crt`,
  certificate: `${path}/tls.crt`,
  key: `${path}/tls.key`,
} as const;

/** The Secret that cert-manager fills for the datastore (kamaji-etcd, etcd_cert-manager_clientcert.yaml). */
export const certificateVolume = (datastore: string): k8s.Volume => ({
  name: 'etcd-certs',
  secret: { secretName: etcdNames(datastore).clientSecret, defaultMode: 0o440 },
});

export const certificateMount: k8s.VolumeMount = { name: 'etcd-certs', mountPath: path, readOnly: true };

/** Environment by which etcdctl finds the certificate. */
export const etcdctlEnvironment: k8s.EnvVar[] = [
  { name: 'ETCDCTL_CACERT', value: certificates.ca },
  { name: 'ETCDCTL_CERT', value: certificates.certificate },
  { name: 'ETCDCTL_KEY', value: certificates.key },
];
