import type { Chart } from 'cdk8s';
import type { k8s } from 'cdk8s-plus-30';
import { addCronJob } from './cron-job.ts';
import { certificateMount, certificateVolume, etcdctlEnvironment } from './etcd-access.ts';
import { backupLabels, backupNames, memberUrl } from './names.ts';
import type { BackedUp, BackupOptions } from './options.ts';
import { container, podTemplate } from './pod.ts';

/**
 * Gives the room that compaction freed back to the quota. A member does nothing else meanwhile, so they take turns, and
 * each turn starts only while all members are healthy.
 */
export function addDefragmentation(chart: Chart, datastore: BackedUp, options: BackupOptions): void {
  const { defragment } = datastore.backup;
  if (defragment === undefined) return;
  const { defragment: name, namespace } = backupNames(datastore);
  const members = Array.from({ length: options.members }, (_, index) =>
    memberUrl(datastore.name, index, options.domain),
  );
  const health = (step: string): k8s.Container =>
    etcdctl(step, options, [
      `--endpoints=${members.join(',')}`,
      '--command-timeout=30s',
      'endpoint',
      'health',
    ]);
  addCronJob(chart, {
    name,
    namespace,
    labels: backupLabels(datastore),
    schedule: defragment,
    job: {
      backoffLimit: 0,
      activeDeadlineSeconds: 3600,
      template: podTemplate({
        labels: backupLabels(datastore),
        deadlineSeconds: 3600,
        initContainers: members.flatMap((member, index) => [
          health(`healthy-before-${index}`),
          etcdctl(`defragment-${index}`, options, [
            `--endpoints=${member}`,
            '--command-timeout=10m',
            'defrag',
          ]),
        ]),
        container: health('healthy-after'),
        volumes: [certificateVolume(datastore.name)],
      }),
    },
  });
}

const etcdctl = (name: string, { images }: BackupOptions, args: string[]): k8s.Container =>
  container({
    name,
    image: images.etcd,
    command: ['etcdctl'],
    args,
    env: etcdctlEnvironment,
    volumeMounts: [certificateMount],
  });
