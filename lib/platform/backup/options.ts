import type { Backup, Datastore } from '../../fleet/index.ts';

/** What the jobs need that is not said of the datastore itself. */
export interface BackupOptions {
  readonly images: { readonly etcd: string; readonly rclone: string; readonly node: string };
  /** Domain of the management cluster, such as cluster.local. */
  readonly domain: string;
  /** Members of an etcd. */
  readonly members: number;
  /** Text of the program that restores keys, from `bundleRestore()`. */
  readonly program: string;
}

/** A datastore that is backed up. */
export type BackedUp = Datastore & { readonly backup: Backup };

export const isBackedUp = (datastore: Datastore): datastore is BackedUp => datastore.backup !== undefined;
