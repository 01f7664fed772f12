import type { Datastore } from '../../fleet/index.ts';
import { etcdNames, namespaces } from '../names.ts';

/** Names of what backs up one datastore. */
export interface BackupNames {
  /** Where the jobs run: beside the Secrets of the datastore. */
  readonly namespace: string;
  /** CronJob that takes backups; also the NetworkPolicy of all jobs. */
  readonly backup: string;
  readonly drill: string;
  readonly defragment: string;
  /** Suspended CronJob from which the restore of one tenant is made. */
  readonly restore: string;
  /** ConfigMap with the program of restore and drill. */
  readonly program: string;
  /** Suspended CronJob from which the restore of one member is made. */
  member(index: number): string;
}

export function backupNames({ name, driver }: Pick<Datastore, 'name' | 'driver'>): BackupNames {
  const backup = `backup-${name}`;
  return {
    namespace: driver === 'etcd' ? namespaces.etcd : namespaces.kamaji,
    backup,
    drill: `${backup}-drill`,
    defragment: `${backup}-defragment`,
    restore: `${backup}-restore`,
    program: `${backup}-program`,
    member: (index) => `${backup}-member-${index}`,
  };
}

/** Labels of every pod that backs up, restores or drills this datastore. */
export const backupLabels = ({ name }: Pick<Datastore, 'name'>): Record<string, string> => ({
  'app.kubernetes.io/name': 'datastore-backup',
  'kaas.lab/datastore': name,
});

/** URL of one member of an etcd; `index` may be a reference that Kubernetes expands. */
export function memberUrl(datastore: string, index: number | string, domain: string, port = 2379): string {
  const { release } = etcdNames(datastore);
  return `https://${release}-${index}.${release}.${namespaces.etcd}.svc.${domain}:${port}`;
}

/** URL of whichever member answers. */
export const clientUrl = (datastore: string, domain: string): string =>
  `https://${etcdNames(datastore).clientService}.${namespaces.etcd}.svc.${domain}:2379`;
