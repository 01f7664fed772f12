import type { Chart } from 'cdk8s';
import { unpackScript } from './archive-scripts.ts';
import { addCronJob } from './cron-job.ts';
import { databaseContainer, databaseVolumes } from './database-access.ts';
import { mysqlRestoreScript } from './mysql-scripts.ts';
import { backupLabels, backupNames } from './names.ts';
import type { BackedUp, BackupOptions } from './options.ts';
import { podTemplate, scratchVolume } from './pod.ts';
import { postgresRestoreScript } from './postgres-scripts.ts';
import { fetchContainer } from './restored-etcd.ts';
import { storeAccess } from './store.ts';

/**
 * The suspended CronJob from which the restore of one tenant's database is made: SCHEMA names the database. The table
 * changes in one step, or not at all.
 */
export function addDatabaseRestore(chart: Chart, datastore: BackedUp, { images }: BackupOptions): void {
  const { restore: name, namespace } = backupNames(datastore);
  const restoreScript = datastore.driver === 'MySQL' ? mysqlRestoreScript : postgresRestoreScript;
  const schema = { name: 'SCHEMA', value: '' };
  addCronJob(chart, {
    name,
    namespace,
    labels: backupLabels(datastore),
    schedule: undefined,
    job: {
      backoffLimit: 0,
      activeDeadlineSeconds: 3600,
      template: podTemplate({
        labels: backupLabels(datastore),
        deadlineSeconds: 3600,
        initContainers: [
          fetchContainer(datastore, images.rclone, {
            script: unpackScript(datastore.keyspacePrefix),
            env: [schema],
          }),
        ],
        container: databaseContainer(datastore, { name: 'restore', script: restoreScript, env: [schema] }),
        volumes: [
          scratchVolume(datastore.backup.scratch),
          ...databaseVolumes(datastore),
          ...storeAccess(datastore).volumes,
        ],
      }),
    },
  });
}
