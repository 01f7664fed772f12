import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff';
import type { OutputFile } from '../manifest.ts';
import { diskFs, type TreeFs } from './fs.ts';
import { asTreeError } from './error.ts';
import { treePlace, type TreePlace } from './place.ts';
import { isInterrupted } from './recover.ts';
import { surveyTree } from './survey.ts';

/** How a folder differs from what it should hold. Paths are relative to it and sorted. */
export interface TreeComparison {
  /** True if the folder holds exactly the wanted files, and no update of it was interrupted. */
  readonly current: boolean;
  /** True if an update was interrupted while it changed the folder, or is under way. Whatever the bytes say, the folder is not current. */
  readonly interrupted: boolean;
  readonly missing: readonly string[];
  readonly stale: readonly string[];
  /** Generated files that should not be there. */
  readonly extra: readonly string[];
  /** Hand-made files in the way. One that a generated file would replace is in `stale` too. */
  readonly foreign: readonly string[];
  readonly unchanged: number;
  /** What an update would change, as a unified diff with paths below `a/` and `b/`; '' if nothing. */
  readonly diff: string;
}

export interface CompareOptions {
  /** Characters after which the diff only names files. Default: 200,000. */
  readonly diffLimit?: number;
  readonly fs?: TreeFs;
}

/**
 * Compares a folder with the files it should hold, for `--check`. Writes nothing.
 * @throws TreeError if the folder cannot be read.
 */
export function compareTree(
  outDir: string,
  files: Iterable<OutputFile>,
  options: CompareOptions = {},
): TreeComparison {
  const place = treePlace(outDir);
  const diff = diffWriter(options.diffLimit ?? 200_000);
  return asTreeError(`${outDir} cannot be read`, () => compare(options.fs ?? diskFs, place, files, diff));
}

function compare(
  fs: TreeFs,
  place: TreePlace,
  files: Iterable<OutputFile>,
  diff: DiffWriter,
): TreeComparison {
  const interrupted = isInterrupted(place, fs);
  const survey = surveyTree(fs, place.out, files, ({ path, text }, present) => diff.add(path, present, text));
  const { missing, stale, extra, foreign, unchanged } = survey;
  const replaced = new Set(stale);
  for (const path of [...extra, ...foreign].filter((candidate) => !replaced.has(candidate))) {
    diff.add(
      path,
      survey.present.entries.get(path) === 'file' ? fs.read(`${place.out}/${path}`) : '(a link or device)\n',
      undefined,
    );
  }
  const current = !interrupted && missing.length + stale.length + extra.length + foreign.length === 0;
  return { current, interrupted, missing, stale, extra, foreign, unchanged, diff: diff.text() };
}

interface DiffWriter {
  readonly add: (path: string, before: string | undefined, after: string | undefined) => void;
  readonly text: () => string;
}

function diffWriter(limit: number): DiffWriter {
  const parts = new Map<string, string>();
  let length = 0;
  let omitted = 0;
  return {
    add: (path, before, after) => {
      if (length > limit) {
        omitted++;
        return;
      }
      const part = fileDiff(path, before, after);
      length += part.length;
      parts.set(path, part);
    },
    text: () => {
      const sorted = [...parts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, part]) => part);
      return sorted.join('') + (omitted === 0 ? '' : `... and ${omitted} more files that differ\n`);
    },
  };
}

function fileDiff(path: string, before: string | undefined, after: string | undefined): string {
  const from = before === undefined ? '/dev/null' : `a/${path}`;
  const to = after === undefined ? '/dev/null' : `b/${path}`;
  // Two large texts with nothing in common would take minutes to compare line by line.
  const patch = createTwoFilesPatch(from, to, before ?? '', after ?? '', undefined, undefined, {
    maxEditLength: 1000,
    headerOptions: FILE_HEADERS_ONLY,
  });
  return patch ?? `--- ${from}\n+++ ${to}\n(too different to show)\n`;
}
