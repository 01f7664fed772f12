import type { Backup as BackupFile, BackupTarget, Bucket } from './generated/site-file.ts';
import { mebibytesText } from './quantity.ts';
import type { Reader } from './reader.ts';
import type { Path } from './source.ts';

/** How a datastore is backed up, with the defaults filled in. */
export interface Backup {
  readonly to: BackupTarget;
  /** Five cron fields, UTC. */
  readonly schedule: string;
  readonly keepDays: number;
  /** Secret whose `password` encrypts the backups; undefined for none. */
  readonly encryptionSecret: string | undefined;
  /** Age of the last good backup, in seconds, that raises an alert. */
  readonly maxAgeSeconds: number;
  /** Size of the scratch volume, as Kubernetes writes it. */
  readonly scratch: string;
  readonly drill: Drill | undefined;
  /** Schedule of the defragmentation; undefined for never. */
  readonly defragment: string | undefined;
  /** Image with the database's dump program; undefined for etcd. */
  readonly image: string | undefined;
}

export interface Drill {
  readonly schedule: string;
  /** Percent of a tenant's live keys that the backup must hold. */
  readonly share: number;
}

export type { BackupTarget, Bucket };

type Driver = 'etcd' | 'PostgreSQL' | 'MySQL' | 'NATS';

/** Reads the part. Undefined if there is none, or, with an error, if the driver cannot be backed up so. */
export function resolveBackup(
  reader: Reader,
  path: Path,
  file: BackupFile | undefined,
  { driver, quotaMiB }: { readonly driver: Driver; readonly quotaMiB: number | undefined },
): Backup | undefined {
  if (file === undefined || !fits(reader, path, file, driver)) return undefined;
  return {
    to: file.to,
    schedule: file.schedule ?? '17 * * * *',
    keepDays: file.keepDays ?? 14,
    encryptionSecret: file.encryptionSecret,
    maxAgeSeconds: reader.seconds(file.maxAge) ?? 3 * 3600,
    // The snapshot, the data folder that proves it, and room for both to grow.
    scratch: file.scratch ?? (quotaMiB === undefined ? '20Gi' : mebibytesText(2 * quotaMiB + 1024)),
    drill: file.drill && { schedule: file.drill.schedule, share: file.drill.share ?? 50 },
    defragment: file.defragment,
    image: file.image,
  };
}

function fits(reader: Reader, path: Path, file: BackupFile, driver: Driver): boolean {
  if (driver === 'NATS') {
    reader.reject(path, {
      rule: 'backup-driver',
      problem: 'a NATS datastore has a backup',
      allowed: 'allowed: a backup of etcd, PostgreSQL and MySQL',
      remedy: 'remove it, and back up JetStream with its own tools',
    });
    return false;
  }
  const misplaced = (['drill', 'defragment'] as const).filter((key) => file[key] !== undefined);
  if (driver === 'etcd') return noImage(reader, path, file);
  for (const key of misplaced)
    reader.reject([...path, key], {
      rule: 'backup-driver',
      problem: `a ${driver} datastore has a ${key}`,
      allowed: `allowed: ${key} of an etcd datastore`,
      remedy: 'remove it',
    });
  if (file.image !== undefined) return misplaced.length === 0;
  reader.reject(path, {
    rule: 'backup-driver',
    problem: `the backup of a ${driver} datastore names no image`,
    allowed: `allowed: an image with sh and ${driver === 'MySQL' ? 'mysqldump' : 'pg_dump'} of the server's major version or newer`,
    remedy: 'add image, with its digest',
  });
  return false;
}

function noImage(reader: Reader, path: Path, { image }: BackupFile): boolean {
  if (image === undefined) return true;
  reader.reject([...path, 'image'], {
    rule: 'backup-driver',
    problem: `the backup of an etcd datastore names an image (${image})`,
    allowed: 'allowed: none; its images are pinned in versions.yaml',
    remedy: 'remove it',
  });
  return false;
}
