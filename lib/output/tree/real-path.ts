import { realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';

/** The path with the links of its existing part resolved. */
export function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realPath(parent), basename(path));
  }
}

/** Whether a path is the folder or lies in it, wherever links lead. Both are absolute; neither need exist. */
export function isWithin(inner: string, outer: string): boolean {
  const path = relative(realPath(outer), realPath(inner));
  return path !== '..' && !path.startsWith(`..${sep}`) && !isAbsolute(path);
}
