import type { Chart } from 'cdk8s';
import { packScript } from './archive-scripts.ts';
import { addCronJob } from './cron-job.ts';
import { databaseContainer, databaseVolumes } from './database-access.ts';
import { mysqlDumpScript } from './mysql-scripts.ts';
import { backupLabels, backupNames } from './names.ts';
import type { BackedUp, BackupOptions } from './options.ts';
import { podTemplate, scratchVolume } from './pod.ts';
import { postgresDumpScript } from './postgres-scripts.ts';
import { shipContainer } from './snapshot-job.ts';
import { storeAccess } from './store.ts';

/** The CronJob that dumps a PostgreSQL or MySQL datastore, and ships the dumps as a snapshot of etcd is shipped. */
export function addDumpJob(chart: Chart, datastore: BackedUp, { images }: BackupOptions): void {
  const names = backupNames(datastore);
  const dumpScript = datastore.driver === 'MySQL' ? mysqlDumpScript : postgresDumpScript;
  addCronJob(chart, {
    name: names.backup,
    namespace: names.namespace,
    labels: backupLabels(datastore),
    schedule: datastore.backup.schedule,
    job: {
      backoffLimit: 1,
      activeDeadlineSeconds: 7200,
      template: podTemplate({
        labels: backupLabels(datastore),
        deadlineSeconds: 3600,
        initContainers: [
          databaseContainer(datastore, { name: 'dump', script: dumpScript(datastore.keyspacePrefix) }),
        ],
        container: shipContainer(datastore, images.rclone, packScript),
        volumes: [
          scratchVolume(datastore.backup.scratch),
          ...databaseVolumes(datastore),
          ...storeAccess(datastore).volumes,
        ],
      }),
    },
  });
}
