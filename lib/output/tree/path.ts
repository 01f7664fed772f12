import { folderOf } from './listing.ts';

/** Accepts the paths of a tree one by one. */
export interface PathLedger {
  /** @throws Error if the path cannot be in the tree, beside those before it. That is a bug of whoever made it. */
  readonly add: (path: string) => void;
  readonly has: (path: string) => boolean;
}

export function pathLedger(): PathLedger {
  const paths = new Set<string>();
  const folded = new Map<string, string>();
  const folders = new Set<string>();
  const add = (path: string): void => {
    demand(isTreePath(path), `${JSON.stringify(path)} is no path of an output file`);
    demand(!folders.has(path), `${path} would be both a file and a folder`);
    const twin = folded.get(path.toLowerCase());
    demand(twin === undefined, `${path} and ${twin ?? ''} are one file where letter case does not count`);
    folded.set(path.toLowerCase(), path);
    paths.add(path);
    for (let folder = folderOf(path); folder !== '' && !folders.has(folder); folder = folderOf(folder)) {
      demand(!paths.has(folder), `${folder} would be both a file and a folder`);
      folders.add(folder);
    }
  };
  return { add, has: (path) => paths.has(path) };
}

/** Relative, with forward slashes, inside the tree, and possible on every file system. */
function isTreePath(path: string): boolean {
  return path
    .split('/')
    .every((part) => /^[^\\:*?"<>|\p{Cc}]{1,255}$/u.test(part) && !/^\.{1,2}$|^\.git$|[. ]$/i.test(part));
}

function demand(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(otherwise);
}
