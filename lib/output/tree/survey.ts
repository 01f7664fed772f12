import type { OutputFile } from '../manifest.ts';
import { isGenerated } from '../marker.ts';
import { listTree, type TreeListing } from './listing.ts';
import { pathLedger, type PathLedger } from './path.ts';
import type { TreeFs } from './fs.ts';

/** How a tree differs from what it should be. All lists are sorted. */
export interface Survey {
  /** Files that are not there yet. */
  readonly missing: readonly string[];
  /** Files with other bytes. */
  readonly stale: readonly string[];
  /** Files that should not be there and say that they are generated. */
  readonly extra: readonly string[];
  /** Files in the way that do not say so: somebody made or edited them by hand. Links and devices, too. */
  readonly foreign: readonly string[];
  readonly unchanged: number;
  readonly wanted: PathLedger;
  readonly present: TreeListing;
}

/** Called for each file that is missing or stale, with its present text if it has one. */
export type OnDifferent = (file: OutputFile, present: string | undefined) => void;

/**
 * Compares a tree with the files it should hold. The files are taken one by one, and none is kept: a generator can
 * make their texts on the way, so that the whole tree is never in memory.
 */
export function surveyTree(
  fs: TreeFs,
  out: string,
  files: Iterable<OutputFile>,
  onDifferent: OnDifferent,
): Survey {
  const present = listTree(fs, out);
  const wanted = pathLedger();
  const missing: string[] = [];
  const stale: string[] = [];
  const foreign: string[] = [];
  let unchanged = 0;
  for (const file of files) {
    wanted.add(file.path);
    if (!isGenerated(file.text))
      throw new Error(`${file.path} does not begin with the line that marks generated files`);
    const text = present.entries.get(file.path) === 'file' ? fs.read(`${out}/${file.path}`) : undefined;
    if (text === file.text) {
      unchanged++;
      continue;
    }
    (text === undefined ? missing : stale).push(file.path);
    if (text !== undefined && !isGenerated(text)) foreign.push(file.path);
    onDifferent(file, text);
  }
  const extra: string[] = [];
  for (const [path, kind] of present.entries) {
    if (kind === 'file' && wanted.has(path)) continue;
    (kind === 'file' && isGenerated(fs.read(`${out}/${path}`)) ? extra : foreign).push(path);
  }
  for (const list of [missing, stale, extra, foreign]) list.sort();
  return { missing, stale, extra, foreign, unchanged, wanted, present };
}
