import { lstatSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { codeOf, TreeError } from './error.ts';
import { isWithin, realPath } from './real-path.ts';

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

/**
 * Why a folder cannot be an output folder, whose every file is ours to remove, with what can be and what to do; undefined
 * if it can.
 */
export function outProblem(outDir: string): string | undefined {
  if (outDir === '' || outDir.includes('\0')) return `is no name of a folder; ${another}`;
  const out = realPath(resolve(outDir));
  try {
    return shapeProblem(out) ?? neighbourProblem(out);
  } catch (error) {
    return `cannot be looked at (${codeOf(error) ?? String(error)}); allowed: a folder that you may read and write; mend its permissions, or name another`;
  }
}

const another = 'allowed: a folder for generated files only, which may not exist yet; name another';

function shapeProblem(out: string): string | undefined {
  const stat = statSync(out, { throwIfNoEntry: false });
  if (stat === undefined && lstatSync(out, { throwIfNoEntry: false }) !== undefined)
    return `is a link that leads nowhere; ${another}, or remove the link`;
  if (stat !== undefined && !stat.isDirectory())
    return `is not a folder; ${another}, or move what is there away`;
  return undefined;
}

function neighbourProblem(out: string): string | undefined {
  if (isWithin(process.cwd(), out))
    return `holds the folder you are in; ${another}, or run from a folder outside of it`;
  if (statSync(join(out, '.git'), { throwIfNoEntry: false }) !== undefined)
    return 'is a Git repository; allowed: a folder for generated files only; name a folder inside it, such as dist';
  return out.split(sep).includes('.git') ? `is where Git keeps its own files; ${another}` : undefined;
}
