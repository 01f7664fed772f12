import type { k8s } from 'cdk8s-plus-30';
import { certificateMount, certificates, certificateVolume } from './etcd-access.ts';
import { backupLabels, backupNames, clientUrl } from './names.ts';
import type { BackedUp, BackupOptions } from './options.ts';
import { container, podTemplate, scratch, scratchMount, scratchVolume, snapshotFile } from './pod.ts';
import { fetchScript } from './scripts.ts';
import { storeAccess } from './store.ts';

const dataDir = `${scratch.path}/restored`;
const restoredUrl = 'https://127.0.0.1:2379';
const peerUrl = 'http://127.0.0.1:2380';
const programPath = '/program';

/** File of the program in its ConfigMap. */
export const programFile = 'restore.mjs';

/**
 * The container that fetches the backup named by the environment variable SNAPSHOT, the newest one by default, and goes
 * on with the script `next`.
 */
export function fetchContainer(
  datastore: BackedUp,
  image: string,
  next: { readonly script: string; readonly env: k8s.EnvVar[] } = { script: '', env: [] },
): k8s.Container {
  const { env, mounts } = storeAccess(datastore);
  return container({
    name: 'fetch',
    image,
    command: ['/bin/sh', '-c'],
    args: [fetchScript + next.script],
    env: [...env, { name: 'SNAPSHOT', value: '' }, ...next.env],
    volumeMounts: [scratchMount, ...mounts],
  });
}

/** A pod with a throw-away etcd, made from a backup, and the program that reads it; drill and restore of a tenant. */
export function restoredEtcdPod(
  datastore: BackedUp,
  options: BackupOptions,
  program: { readonly args: string[]; readonly env: k8s.EnvVar[] },
): k8s.PodTemplateSpec {
  const { images, domain } = options;
  return podTemplate({
    labels: backupLabels(datastore),
    deadlineSeconds: 3600,
    initContainers: [
      fetchContainer(datastore, images.rclone),
      restoreContainer(images.etcd),
      serverContainer(images.etcd),
    ],
    container: container({
      name: 'program',
      image: images.node,
      command: ['node', `${programPath}/${programFile}`],
      args: [
        ...program.args,
        `--snapshot=${restoredUrl}`,
        `--live=${clientUrl(datastore.name, domain)}`,
        `--cacert=${certificates.ca}`,
        `--cert=${certificates.certificate}`,
        `--key=${certificates.key}`,
      ],
      env: program.env,
      volumeMounts: [
        certificateMount,
        scratchMount,
        { name: 'program', mountPath: programPath, readOnly: true },
      ],
    }),
    volumes: [
      scratchVolume(datastore.backup.scratch),
      certificateVolume(datastore.name),
      { name: 'program', configMap: { name: backupNames(datastore).program } },
      ...storeAccess(datastore).volumes,
    ],
  });
}

const restoreContainer = (image: string): k8s.Container =>
  container({
    name: 'restore',
    image,
    command: ['etcdutl'],
    args: [
      'snapshot',
      'restore',
      snapshotFile,
      `--data-dir=${dataDir}`,
      '--name=restored',
      `--initial-cluster=restored=${peerUrl}`,
      `--initial-advertise-peer-urls=${peerUrl}`,
    ],
    volumeMounts: [scratchMount],
  });

/**
 * The throw-away etcd, a sidecar: it ends with the program. Users and roles came along with the snapshot, so it asks
 * for the certificate of root too; having no other, it presents that one itself, and the program insists on just that.
 */
const serverContainer = (image: string): k8s.Container =>
  container({
    name: 'restored-etcd',
    image,
    restartPolicy: 'Always',
    command: ['etcd'],
    args: [
      `--data-dir=${dataDir}`,
      '--name=restored',
      `--initial-cluster=restored=${peerUrl}`,
      `--initial-advertise-peer-urls=${peerUrl}`,
      `--listen-peer-urls=${peerUrl}`,
      `--listen-client-urls=${restoredUrl}`,
      `--advertise-client-urls=${restoredUrl}`,
      '--client-cert-auth=true',
      `--trusted-ca-file=${certificates.ca}`,
      `--cert-file=${certificates.certificate}`,
      `--key-file=${certificates.key}`,
      '--enable-grpc-gateway=false',
      '--unsafe-no-fsync',
      // The quota of the store it comes from may be larger than etcd's default.
      '--quota-backend-bytes=17179869184',
      '--log-level=warn',
    ],
    volumeMounts: [certificateMount, scratchMount],
  });
