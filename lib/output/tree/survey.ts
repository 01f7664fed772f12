import type { OutputFile } from '../manifest.ts';
import { isGenerated } from '../marker.ts';
import { folderOf, listTree, type TreeListing } from './listing.ts';
import { pathLedger } from './path.ts';
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
  /** Folders that hold an unchanged file, at any depth; the root ('') always. */
  readonly staying: ReadonlySet<string>;
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
  const [missing, stale, extra, foreign]: [string[], string[], string[], string[]] = [[], [], [], []];
  const staying = new Set(['']);
  let unchanged = 0;
  for (const file of files) {
    const { path } = checked(file);
    wanted.add(path);
    const text = present.entries.get(path) === 'file' ? fs.read(`${out}/${path}`) : undefined;
    if (text === file.text) {
      unchanged++;
      addFolders(staying, path);
    } else {
      (text === undefined ? missing : stale).push(path);
      if (text !== undefined && !isGenerated(text)) foreign.push(path);
      onDifferent(file, text);
    }
  }
  for (const [path, kind] of present.entries) {
    if (kind === 'file' && wanted.has(path)) continue;
    (kind === 'file' && isGenerated(fs.read(`${out}/${path}`)) ? extra : foreign).push(path);
  }
  for (const list of [missing, stale, extra, foreign]) list.sort();
  return { missing, stale, extra, foreign, unchanged, staying, present };
}

function checked(file: OutputFile): OutputFile {
  if (isGenerated(file.text)) return file;
  throw new Error(`${file.path} does not begin with the line that marks generated files`);
}

function addFolders(folders: Set<string>, path: string): void {
  for (let folder = folderOf(path); !folders.has(folder); folder = folderOf(folder)) folders.add(folder);
}
