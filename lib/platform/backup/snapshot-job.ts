import type { Chart } from 'cdk8s';
import type { k8s } from 'cdk8s-plus-30';
import { addCronJob } from './cron-job.ts';
import { certificateMount, certificateVolume, etcdctlEnvironment } from './etcd-access.ts';
import { backupLabels, backupNames, memberUrl } from './names.ts';
import type { BackedUp, BackupOptions } from './options.ts';
import { container, podTemplate, scratch, scratchMount, scratchVolume, snapshotFile } from './pod.ts';
import { certificateScript, shipScript } from './scripts.ts';
import { storeAccess } from './store.ts';

const attemptSeconds = 1200;

/**
 * The CronJob that backs up an etcd.
 * An Indexed Job whose index is the member that is asked: 0 first, the next one only if that attempt failed, and one
 * success is enough. Every step of an attempt asks the same member, since a member that has lost its leader still
 * serves snapshots, old ones (etcd server/etcdserver/api/v3rpc/maintenance.go): it must answer a read that needs the
 * quorum before and after.
 */
export function addSnapshotJob(chart: Chart, datastore: BackedUp, options: BackupOptions): void {
  const names = backupNames(datastore);
  addCronJob(chart, {
    name: names.backup,
    namespace: names.namespace,
    labels: backupLabels(datastore),
    schedule: datastore.backup.schedule,
    job: {
      completionMode: 'Indexed',
      completions: options.members,
      parallelism: 1,
      backoffLimitPerIndex: 0,
      successPolicy: { rules: [{ succeededCount: 1 }] },
      activeDeadlineSeconds: options.members * attemptSeconds,
      template: podTemplate({
        labels: backupLabels(datastore),
        deadlineSeconds: attemptSeconds,
        initContainers: snapshotContainers(datastore.name, options),
        container: shipContainer(datastore, options.images.rclone),
        volumes: [
          scratchVolume(datastore.backup.scratch),
          certificateVolume(datastore.name),
          ...storeAccess(datastore).volumes,
        ],
      }),
    },
  });
}

/** The etcd image has no shell: one container for each command. */
function snapshotContainers(datastore: string, { images, domain }: BackupOptions): k8s.Container[] {
  const endpoint = `--endpoints=${memberUrl(datastore, '$(JOB_COMPLETION_INDEX)', domain)}`;
  const etcdctl = (name: string, ...args: string[]): k8s.Container =>
    container({
      name,
      image: images.etcd,
      command: ['etcdctl'],
      args: [endpoint, '--dial-timeout=10s', '--command-timeout=20s', ...args],
      env: etcdctlEnvironment,
      volumeMounts: [certificateMount, scratchMount],
    });
  const etcdutl = (name: string, ...args: string[]): k8s.Container =>
    container({ name, image: images.etcd, command: ['etcdutl'], args, volumeMounts: [scratchMount] });
  return [
    container({
      name: 'certificate',
      image: images.node,
      command: ['node'],
      args: ['-e', certificateScript],
      volumeMounts: [certificateMount],
    }),
    etcdctl('has-quorum', 'endpoint', 'health'),
    etcdctl('save', 'snapshot', 'save', snapshotFile),
    etcdctl('still-has-quorum', 'endpoint', 'health'),
    etcdutl('status', 'snapshot', 'status', snapshotFile, '--write-out=json'),
    // `status` does not look at the checksum, `restore` does: a flipped bit in a value passes the one and not the other.
    etcdutl('prove', 'snapshot', 'restore', snapshotFile, `--data-dir=${scratch.path}/proof`),
  ];
}

/** The container that ships what lies in the scratch file, after the script `pack`. */
export function shipContainer(datastore: BackedUp, image: string, pack?: string): k8s.Container {
  const { env, mounts } = storeAccess(datastore);
  return container({
    name: 'ship',
    image,
    command: ['/bin/sh', '-c'],
    args: [shipScript(pack)],
    env: [...env, { name: 'KEEP_DAYS', value: String(datastore.backup.keepDays) }],
    volumeMounts: [scratchMount, ...mounts],
  });
}
