import { lstatSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { TreeError } from './error.ts';

/** An output folder and the folder beside it through which it is updated. */
export interface TreePlace {
  /** As the user called it, for messages. */
  readonly title: string;
  /** Absolute, links resolved. */
  readonly out: string;
  /** `.NAME.pending` beside it: on the same file system, so that files can be moved in one step. */
  readonly pending: string;
}

/**
 * Resolves an output folder; it need not exist.
 * @throws TreeError if it cannot or must not be one, see {@link outProblem}.
 */
export function treePlace(outDir: string): TreePlace {
  const problem = outProblem(outDir);
  if (problem !== undefined) throw new TreeError(`${outDir} ${problem}`, true);
  const out = realPath(resolve(outDir));
  return { title: outDir, out, pending: join(dirname(out), `.${basename(out)}.pending`) };
}

/** Why a folder cannot be an output folder, whose every file is ours to remove; undefined if it can. */
export function outProblem(outDir: string): string | undefined {
  if (outDir === '' || outDir.includes('\0')) return 'is no name of a folder';
  const out = realPath(resolve(outDir));
  const stat = statSync(out, { throwIfNoEntry: false });
  if (stat === undefined && lstatSync(out, { throwIfNoEntry: false }) !== undefined)
    return 'is a link that leads nowhere';
  if (stat !== undefined && !stat.isDirectory()) return 'is not a folder';
  if (isWithin(process.cwd(), out)) return 'holds the folder you are in: choose one for generated files only';
  if (statSync(join(out, '.git'), { throwIfNoEntry: false }) !== undefined)
    return 'is a Git repository: choose a folder inside it';
  return undefined;
}

/** The path with the links of its existing part resolved. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realPath(parent), basename(path));
  }
}

function isWithin(inner: string, outer: string): boolean {
  const path = relative(outer, realPath(inner));
  return path === '' || (!path.startsWith('..') && !path.startsWith('/'));
}
