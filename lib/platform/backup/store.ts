import type { k8s } from 'cdk8s-plus-30';
import type { Bucket } from '../../fleet/site.ts';
import { scratch } from './pod.ts';
import type { BackedUp } from './options.ts';

/** What a container needs to reach the place where backups lie, as rclone's remote `backup:`. */
export interface StoreAccess {
  readonly env: k8s.EnvVar[];
  readonly mounts: k8s.VolumeMount[];
  readonly volumes: k8s.Volume[];
}

const claimPath = '/backup';
const caPath = '/store-ca';

/**
 * rclone's remotes, by environment alone (rclone.org/docs, "Environment Variables"): `store:` is the bucket, `backup:`
 * the folder in it, encrypted if the site names a key. Names of files stay readable, so that they sort by time.
 */
export function storeAccess(datastore: BackedUp): StoreAccess {
  const { to, encryptionSecret } = datastore.backup;
  const place = to.s3 === undefined ? claimPath : `store:${to.s3.bucket}/${to.s3.path ?? datastore.name}`;
  return {
    env: [
      // No such file: everything is in the environment.
      { name: 'RCLONE_CONFIG', value: `${scratch.path}/rclone.conf` },
      // Its own 10 times 3 try a dead store for longer than the pod may live; the next run tries again anyway.
      { name: 'RCLONE_RETRIES', value: '2' },
      { name: 'RCLONE_LOW_LEVEL_RETRIES', value: '3' },
      { name: 'RCLONE_TIMEOUT', value: '60s' },
      ...(to.s3 === undefined ? [] : bucketEnvironment(to.s3)),
      ...(encryptionSecret === undefined ? plain(place) : encrypted(place, encryptionSecret)),
    ],
    mounts: [
      ...(to.claim === undefined ? [] : [{ name: 'backup', mountPath: claimPath }]),
      ...(to.s3?.caConfigMap === undefined ? [] : [{ name: 'store-ca', mountPath: caPath, readOnly: true }]),
    ],
    volumes: [
      ...(to.claim === undefined ? [] : [{ name: 'backup', persistentVolumeClaim: { claimName: to.claim } }]),
      ...(to.s3?.caConfigMap === undefined
        ? []
        : [{ name: 'store-ca', configMap: { name: to.s3.caConfigMap } }]),
    ],
  };
}

function bucketEnvironment({ endpoint, region, secret, caConfigMap }: Bucket): k8s.EnvVar[] {
  return [
    { name: 'RCLONE_CONFIG_STORE_TYPE', value: 's3' },
    { name: 'RCLONE_CONFIG_STORE_PROVIDER', value: 'Other' },
    { name: 'RCLONE_CONFIG_STORE_ENDPOINT', value: endpoint },
    { name: 'RCLONE_CONFIG_STORE_REGION', value: region ?? 'us-east-1' },
    // The key may write into the bucket, and need not be allowed to make or list buckets.
    { name: 'RCLONE_CONFIG_STORE_NO_CHECK_BUCKET', value: 'true' },
    fromSecret('RCLONE_CONFIG_STORE_ACCESS_KEY_ID', secret, 'access-key'),
    fromSecret('RCLONE_CONFIG_STORE_SECRET_ACCESS_KEY', secret, 'secret-key'),
    ...(caConfigMap === undefined ? [] : [{ name: 'RCLONE_CA_CERT', value: `${caPath}/ca.crt` }]),
  ];
}

const plain = (place: string): k8s.EnvVar[] => [
  { name: 'RCLONE_CONFIG_BACKUP_TYPE', value: 'alias' },
  { name: 'RCLONE_CONFIG_BACKUP_REMOTE', value: place },
];

const encrypted = (place: string, secret: string): k8s.EnvVar[] => [
  { name: 'RCLONE_CONFIG_BACKUP_TYPE', value: 'crypt' },
  { name: 'RCLONE_CONFIG_BACKUP_REMOTE', value: place },
  { name: 'RCLONE_CONFIG_BACKUP_FILENAME_ENCRYPTION', value: 'off' },
  { name: 'RCLONE_CONFIG_BACKUP_DIRECTORY_NAME_ENCRYPTION', value: 'false' },
  fromSecret('BACKUP_PASSWORD', secret, 'password'),
];

/** An environment variable with the value of a Secret's key. */
export const fromSecret = (name: string, secret: string, key: string): k8s.EnvVar => ({
  name,
  valueFrom: { secretKeyRef: { name: secret, key } },
});
