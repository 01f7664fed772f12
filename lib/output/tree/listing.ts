import type { TreeFs } from './fs.ts';

/** What is in a folder, by path relative to it with forward slashes. */
export interface TreeListing {
  /** False if the folder itself does not exist. */
  readonly exists: boolean;
  /** Files and whatever else is no folder. */
  readonly entries: ReadonlyMap<string, 'file' | 'other'>;
  readonly folders: ReadonlySet<string>;
}

/** Lists a folder to any depth. Links are listed and not followed. */
export function listTree(fs: TreeFs, root: string): TreeListing {
  const entries = new Map<string, 'file' | 'other'>();
  const folders = new Set<string>();
  const visit = (prefix: string): void => {
    for (const { name, kind } of fs.list(`${root}/${prefix}`)) {
      const path = prefix + name;
      if (kind === 'folder') {
        folders.add(path);
        visit(`${path}/`);
      } else entries.set(path, kind);
    }
  };
  const exists = fs.exists(root);
  if (exists) visit('');
  return { exists, entries, folders };
}

/** The folder of a path, '' for the root. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('/'), 0));
}
