import { isList } from '../json.ts';
import { reasonOf, TreeError } from './error.ts';
import { diskFs, type TreeFs } from './fs.ts';
import { lock, thisProcess, unlock } from './lock.ts';
import { finishMoves, undoMoves } from './moves.ts';
import { treePlace, type TreePlace } from './place.ts';
import type { Move } from './plan.ts';

/**
 * What became of an interrupted update: there was `none`; it had not begun to change the folder (`discarded`); it is
 * now `completed`; or that failed, and it is `undone`.
 */
export type Recovery = 'none' | 'discarded' | 'completed' | 'undone';

/**
 * Completes or undoes an interrupted update of a folder. {@link updateTree} does so by itself.
 * @throws TreeError if another run is at work, or if neither completing nor undoing is possible.
 */
export function recoverTree(outDir: string, fs: TreeFs = diskFs): Recovery {
  const place = treePlace(outDir);
  if (!fs.exists(place.pending)) return 'none';
  const self = thisProcess();
  const recovery = lock(fs, place, self) ? recoverLocked(fs, place) : 'none';
  unlock(fs, place, self);
  return recovery;
}

/** True if an update of a folder was interrupted while it changed the folder, or is doing so right now. */
export function isInterrupted(place: TreePlace, fs: TreeFs): boolean {
  return fs.exists(`${place.pending}/plan.json`);
}

/** Recovers in a pending folder that this process owns, and leaves that folder as a new one is. */
export function recoverLocked(fs: TreeFs, place: TreePlace): Recovery {
  const recovery = isInterrupted(place, fs) ? settle(fs, place) : 'discarded';
  for (const part of ['plan.json', 'plan.draft', 'new', 'old']) fs.remove(`${place.pending}/${part}`);
  return recovery;
}

function settle(fs: TreeFs, place: TreePlace): Recovery {
  const moves = readPlan(fs, place);
  try {
    finishMoves(fs, place, moves);
    return 'completed';
  } catch (error) {
    try {
      undoMoves(fs, place, moves);
      return 'undone';
    } catch (second) {
      const both = `${reasonOf(error)}; undoing: ${reasonOf(second)}`;
      throw new TreeError(
        `${place.title} is half-written by an interrupted run, and cannot be completed: ${both}`,
        false,
        second,
      );
    }
  }
}

function readPlan(fs: TreeFs, place: TreePlace): readonly Move[] {
  try {
    const moves: unknown = JSON.parse(fs.read(`${place.pending}/plan.json`));
    if (isList(moves) && moves.every(isMove)) return moves;
  } catch {
    // Told below: it is all the same why.
  }
  const advice = `restore the folder from Git, then delete ${place.pending}`;
  throw new TreeError(
    `${place.title} is half-written by an interrupted run whose plan cannot be read: ${advice}`,
    false,
  );
}

function isMove(value: unknown): value is Move {
  if (typeof value !== 'object' || value === null) return false;
  return (
    ('away' in value &&
      typeof value.away === 'string' &&
      'slot' in value &&
      typeof value.slot === 'number') ||
    ('in' in value && typeof value.in === 'string')
  );
}
