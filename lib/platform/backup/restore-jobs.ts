import type { Chart } from 'cdk8s';
import { k8s } from 'cdk8s-plus-30';
import { addCronJob } from './cron-job.ts';
import { backupLabels, backupNames } from './names.ts';
import type { BackedUp, BackupOptions } from './options.ts';
import { programFile, restoredEtcdPod } from './restored-etcd.ts';

/** The program of restore and drill, readable in the pull request that changes it. */
export function addProgram(chart: Chart, datastore: BackedUp, { program }: BackupOptions): void {
  const { program: name, namespace } = backupNames(datastore);
  new k8s.KubeConfigMap(chart, name, {
    metadata: { name, namespace, labels: backupLabels(datastore) },
    data: { [programFile]: program },
  });
}

/** The suspended CronJob from which the restore of one tenant is made: SCHEMA names the tenant's keyspace. */
export function addTenantRestore(chart: Chart, datastore: BackedUp, options: BackupOptions): void {
  const { restore: name, namespace } = backupNames(datastore);
  addCronJob(chart, {
    name,
    namespace,
    labels: backupLabels(datastore),
    schedule: undefined,
    job: {
      backoffLimit: 0,
      activeDeadlineSeconds: 3600,
      template: restoredEtcdPod(datastore, options, {
        args: ['keyspace', '--schema=$(SCHEMA)'],
        env: [{ name: 'SCHEMA', value: '' }],
      }),
    },
  });
}

/** The drill, if the site wants one: the newest backup must hold every tenant. */
export function addDrill(chart: Chart, datastore: BackedUp, options: BackupOptions): void {
  const { drill } = datastore.backup;
  if (drill === undefined) return;
  const { drill: name, namespace } = backupNames(datastore);
  addCronJob(chart, {
    name,
    namespace,
    labels: backupLabels(datastore),
    schedule: drill.schedule,
    job: {
      backoffLimit: 1,
      activeDeadlineSeconds: 7200,
      template: restoredEtcdPod(datastore, options, { args: ['drill', `--share=${drill.share}`], env: [] }),
    },
  });
}
