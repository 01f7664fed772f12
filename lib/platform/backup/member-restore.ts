import type { Chart } from 'cdk8s';
import { etcdNames } from '../names.ts';
import { addCronJob } from './cron-job.ts';
import { backupLabels, backupNames, memberUrl } from './names.ts';
import type { BackedUp, BackupOptions } from './options.ts';
import { container, podTemplate, scratchMount, scratchVolume, snapshotFile } from './pod.ts';
import { fetchContainer } from './restored-etcd.ts';
import { storeAccess } from './store.ts';

/** The member's volume; etcd's data is in it at /member, as the chart's --data-dir=/var/run/etcd puts it. */
const member = { name: 'member', path: '/data' } as const;

/**
 * Puts the restored data where the member looks for it. The old data stays beside it under another name, unless
 * DISCARD_OLD=yes made room for the new.
 */
const placeScript = `\
set -eu
if [ -e ${member.path}/member ]; then
  mv ${member.path}/member "${member.path}/before-restore-$(date -u +%Y%m%dT%H%M%SZ)"
fi
mv ${member.path}/restored/member ${member.path}/member
rmdir ${member.path}/restored
ls ${member.path}
`;

/** Makes room: what a broken-off run left, and the old data if it may go. */
const clearScript = `\
set -eu
rm -rf ${member.path}/restored
if [ "$DISCARD_OLD" = yes ]; then rm -rf ${member.path}/member ${member.path}/before-restore-*; fi
`;

/**
 * Suspended CronJobs, one for each member, from which the restore of the whole store is made while the StatefulSet
 * stands at 0. The revision goes up by a thousand million and everything older counts as compacted, so that no watch of
 * a tenant's API server or kubelet takes a new revision for one that it has seen (etcd docs, "Restoring with revision
 * bump"; Kubernetes, "Restoring an etcd cluster").
 */
export function addMemberRestores(chart: Chart, datastore: BackedUp, options: BackupOptions): void {
  for (let index = 0; index < options.members; index += 1) addMemberRestore(chart, datastore, options, index);
}

function addMemberRestore(chart: Chart, datastore: BackedUp, options: BackupOptions, index: number): void {
  const names = backupNames(datastore);
  const mounts = [scratchMount, { name: member.name, mountPath: member.path }];
  const shell = { image: options.images.rclone, command: ['/bin/sh', '-c'], volumeMounts: mounts };
  addCronJob(chart, {
    name: names.member(index),
    namespace: names.namespace,
    labels: backupLabels(datastore),
    schedule: undefined,
    job: {
      backoffLimit: 0,
      activeDeadlineSeconds: 3600,
      template: podTemplate({
        labels: backupLabels(datastore),
        deadlineSeconds: 3600,
        initContainers: [
          fetchContainer(datastore, options.images.rclone),
          container({
            name: 'clear',
            ...shell,
            args: [clearScript],
            env: [{ name: 'DISCARD_OLD', value: '' }],
          }),
          container({
            name: 'restore',
            image: options.images.etcd,
            command: ['etcdutl'],
            args: ['snapshot', 'restore', snapshotFile, ...memberFlags(datastore, options, index)],
            volumeMounts: mounts,
          }),
        ],
        container: container({ name: 'place', ...shell, args: [placeScript] }),
        volumes: [
          scratchVolume(datastore.backup.scratch),
          {
            name: member.name,
            persistentVolumeClaim: { claimName: `data-${etcdNames(datastore.name).release}-${index}` },
          },
          ...storeAccess(datastore).volumes,
        ],
      }),
    },
  });
}

/** As the chart starts the members: name, peers and token must be the same (kamaji-etcd, etcd_sts.yaml). */
function memberFlags(
  datastore: BackedUp,
  { members, domain }: BackupOptions,
  index: number,
): readonly string[] {
  const { release } = etcdNames(datastore.name);
  const peer = (at: number): string => memberUrl(datastore.name, at, domain, 2380);
  const all = Array.from({ length: members }, (_, at) => `${release}-${at}=${peer(at)}`);
  return [
    `--data-dir=${member.path}/restored`,
    `--name=${release}-${index}`,
    `--initial-cluster=${all.join(',')}`,
    '--initial-cluster-token=kamaji',
    `--initial-advertise-peer-urls=${peer(index)}`,
    '--bump-revision=1000000000',
    '--mark-compacted',
  ];
}
