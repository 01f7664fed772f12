import { type Datastore, keyspaceOf } from '../fleet/index.ts';
import { backupNames } from '../platform/backup/names.ts';
import { check, restoreKeyspace, start, startJob, stop, type TenantNames } from './commands.ts';
import type { Plan, Step } from './step.ts';

export { datastorePlan } from './datastore-plan.ts';
export { type Plan, planText, type Step } from './step.ts';

/** Brings one tenant's keys back from a backup; every other tenant of the datastore works on meanwhile. */
export function tenantPlan(tenant: TenantNames, datastore: Datastore, snapshot: string): Plan {
  const names = backupNames(datastore);
  const { name } = tenant;
  return {
    title: `Restore tenant ${name} from ${snapshot}`,
    steps: [
      {
        title: `Stop the control plane of ${name}`,
        why: "Pausing the Cluster keeps Cluster API and the control plane provider from starting it again. Kamaji's writePermissions would not do: they are a webhook inside the very keyspace that is restored, leave kube-system out, and do not stop an API server from renewing its Leases.",
        commands: stop(tenant),
      },
      {
        title: 'Back up what is there now',
        why: 'It is the way back from this restore. KEEP_DAYS keeps it from deleting an old backup that is about to be read.',
        commands: [...startJob(names.namespace, names.backup, `before-restore-${name}`, ['KEEP_DAYS=3650'])],
      },
      {
        ...writing(keyspaceOf({ name, datastore }), datastore),
        commands: restoreKeyspace(name, datastore, snapshot),
      },
      {
        title: `Start the control plane of ${name}`,
        why: 'The provider sees the change of the TenantControlPlane and takes over again.',
        commands: start(tenant),
      },
      {
        title: `Check ${name}`,
        why: 'Nodes that joined after the backup have to join again: delete their Machines. Nodes of machines that are gone stay NotReady: delete the Nodes.',
        commands: check(tenant),
      },
    ],
  };
}

/** What the restore of one tenant does to its keyspace, and why. */
const writing = (keyspace: string, { driver }: Datastore): Omit<Step, 'commands'> =>
  driver === 'etcd'
    ? {
        title: `Write the keys below /${keyspace}/`,
        why: 'The job restores the backup into a throw-away etcd, waits 25 s to see that nobody writes below the prefix, and makes the live keys equal to it: it adds, replaces and removes, and reads both sides again at the end. Events and Leases of API servers are left out: they carry an etcd lease that is gone. A job that was broken off can be run again under another name.',
      }
    : {
        title: `Replace the table of ${keyspace}`,
        why: `The job looks whether anybody is still connected to the database, and replaces its table by the backup's in one step: ${driver === 'MySQL' ? 'the new one is loaded beside the old, and a rename swaps them' : 'one transaction'}. Whatever fails before changes nothing, and no other database is touched. Revisions go on a hundred million above the old ones, so that no watch takes a new one for one that it has seen. A job that was broken off can be run again under another name.`,
      };
