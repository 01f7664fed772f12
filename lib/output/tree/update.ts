import type { OutputFile } from '../manifest.ts';
import { asTreeError, reasonOf, TreeError } from './error.ts';
import { diskFs, type TreeFs } from './fs.ts';
import { folderOf } from './listing.ts';
import { lock, thisProcess, unlock, type Owner } from './lock.ts';
import { doMoves, undoMoves } from './moves.ts';
import { treePlace, type TreePlace } from './place.ts';
import { planMoves, type Move } from './plan.ts';
import { recoverLocked, type Recovery } from './recover.ts';
import { surveyTree, type Survey } from './survey.ts';

export interface UpdateOptions {
  /** Remove hand-made files too. Otherwise, if there is one in the way, nothing is changed. Default: false. */
  readonly removeForeign?: boolean;
  readonly fs?: TreeFs;
}

/** What an update did. Paths are relative to the output folder and sorted. */
export interface TreeUpdate {
  /** False if hand-made files stood in the way: then the folder is as it was, and the lists say what would be done. */
  readonly applied: boolean;
  /** New files. */
  readonly added: readonly string[];
  /** Files with new bytes. */
  readonly changed: readonly string[];
  /** Generated files that went. */
  readonly removed: readonly string[];
  /** Hand-made files that went, or that stand in the way. One that a generated file replaces is in `changed` too. */
  readonly foreign: readonly string[];
  readonly unchanged: number;
  /** What became of an earlier, interrupted update. */
  readonly recovery: Recovery;
}

/**
 * Makes a folder hold exactly these files, all or nothing: whatever fails, and whenever the process is killed, the
 * folder is whole again (old or new) after this call or after the next one. Files that are as they should be are not
 * touched.
 *
 * New files are staged in a hidden folder beside the output folder. `plan.json` there makes the update count; then
 * whole folders and files are moved by rename, which takes no space, and what they replace is kept until the end.
 * Only the plan is forced to the disk: after a power cut, comparing bytes finds and repairs the rest.
 * @throws TreeError if the folder cannot be written; it says whether the folder is as it was.
 */
export function updateTree(
  outDir: string,
  files: Iterable<OutputFile>,
  options: UpdateOptions = {},
): TreeUpdate {
  const fs = options.fs ?? diskFs;
  const place = treePlace(outDir);
  const self = thisProcess();
  const recovery = guard(place, () => (lock(fs, place, self) ? recoverLocked(fs, place) : 'none'));
  try {
    const survey = guard(place, () => stage(fs, place, files));
    const applied = options.removeForeign === true || survey.foreign.length === 0;
    if (applied) commit(fs, place, planMoves(survey));
    release(fs, place, self);
    return result(survey, applied, recovery);
  } catch (error) {
    if (!(error instanceof TreeError) || error.unchanged) abandon(fs, place, self);
    throw error;
  }
}

function stage(fs: TreeFs, place: TreePlace, files: Iterable<OutputFile>): Survey {
  const root = `${place.pending}/new`;
  const made = new Set<string>();
  for (const folder of [root, `${place.pending}/old`]) fs.makeFolder(folder);
  return surveyTree(fs, place.out, files, ({ path, text }) => {
    const folder = folderOf(path);
    if (!made.has(folder)) fs.makeFolder(`${root}/${folder}`);
    made.add(folder);
    fs.write(`${root}/${path}`, text);
  });
}

function commit(fs: TreeFs, place: TreePlace, moves: readonly Move[]): void {
  if (moves.length === 0) return;
  guard(place, () => {
    fs.writeDurably(`${place.pending}/plan.draft`, JSON.stringify(moves));
    fs.rename(`${place.pending}/plan.draft`, `${place.pending}/plan.json`);
  });
  try {
    doMoves(fs, place, moves);
  } catch (error) {
    takeBack(fs, place, moves, error);
    throw new TreeError(
      `${place.title} could not be written and is as it was: ${reasonOf(error)}`,
      true,
      error,
    );
  }
}

function takeBack(fs: TreeFs, place: TreePlace, moves: readonly Move[], cause: unknown): void {
  try {
    undoMoves(fs, place, moves);
  } catch (error) {
    const both = `${reasonOf(cause)}; then, while undoing it: ${reasonOf(error)}`;
    throw new TreeError(
      `${place.title} is half-written, and the next run will complete or undo that: ${both}`,
      false,
      error,
    );
  }
}

function release(fs: TreeFs, place: TreePlace, self: Owner): void {
  try {
    unlock(fs, place, self);
  } catch (error) {
    throw new TreeError(
      `${place.title} is written, but ${place.pending} could not be removed: ${reasonOf(error)}`,
      false,
      error,
    );
  }
}

/** After an error that is told anyway; what stays behind counts for nothing and is cleared away by the next run. */
function abandon(fs: TreeFs, place: TreePlace, self: Owner): void {
  try {
    unlock(fs, place, self);
  } catch {
    // The first error says more.
  }
}

/** For everything before the first move. */
const guard = <T>({ title }: TreePlace, action: () => T): T =>
  asTreeError(`${title} could not be written and is as it was`, action);

function result(survey: Survey, applied: boolean, recovery: Recovery): TreeUpdate {
  const { missing: added, stale: changed, extra: removed, foreign, unchanged } = survey;
  return { applied, added, changed, removed, foreign, unchanged, recovery };
}
