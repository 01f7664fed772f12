import type { Datastore } from '../../fleet/index.ts';
import { objectsOf, type PlatformObject } from '../object.ts';
import { addDefragmentation } from './defragment-job.ts';
import { addDatabaseRestore } from './database-restore.ts';
import { addDumpJob } from './dump-job.ts';
import { addMemberRestores } from './member-restore.ts';
import { addNetworkPolicy } from './network-policy.ts';
import { type BackupOptions, isBackedUp } from './options.ts';
import { addDrill, addProgram, addTenantRestore } from './restore-jobs.ts';
import { addSnapshotJob } from './snapshot-job.ts';

export { datastoreAlertObjects } from './alerts.ts';
export { backupNames, type BackupNames } from './names.ts';
export type { BackupOptions } from './options.ts';

/** Everything that backs up, restores, drills and defragments one datastore; nothing if the site asks for none. */
export function backupObjects(datastore: Datastore, options: BackupOptions): PlatformObject[] {
  if (!isBackedUp(datastore)) return [];
  return objectsOf((chart) => {
    addNetworkPolicy(chart, datastore);
    if (datastore.driver !== 'etcd') {
      addDumpJob(chart, datastore, options);
      addDatabaseRestore(chart, datastore, options);
      return;
    }
    addSnapshotJob(chart, datastore, options);
    addProgram(chart, datastore, options);
    addTenantRestore(chart, datastore, options);
    addMemberRestores(chart, datastore, options);
    addDrill(chart, datastore, options);
    addDefragmentation(chart, datastore, options);
  });
}
