import { dirname } from 'node:path';
import type { TreeFs } from './fs.ts';
import type { TreePlace } from './place.ts';
import type { Move } from './plan.ts';

/*
 * Whether a move is done can be seen in the pending folder: what goes away is there afterwards, what comes in is there
 * before. So both directions may be started from any point in between, again and again.
 */

/** Does all moves, none of which is done. Throws at the first that fails. */
export function doMoves(fs: TreeFs, place: TreePlace, moves: readonly Move[]): void {
  for (const move of moves) {
    const [inTree, inPending] = ends(place, move);
    if ('away' in move) fs.rename(inTree, inPending);
    else fs.rename(inPending, inTree);
  }
}

/**
 * Does all moves of an interrupted run that are not done, although somebody may have changed the tree since: what
 * should go may be gone already, and folders may be missing. The run that follows compares everything anyway.
 */
export function finishMoves(fs: TreeFs, place: TreePlace, moves: readonly Move[]): void {
  for (const move of moves) {
    const [inTree, inPending] = ends(place, move);
    if ('away' in move) {
      if (!fs.exists(inPending) && fs.exists(inTree)) fs.rename(inTree, inPending);
    } else if (fs.exists(inPending)) {
      fs.makeFolder(dirname(inTree));
      fs.rename(inPending, inTree);
    }
  }
}

/** Takes back all moves that are done. What somebody has put in the place of an old file since stays. */
export function undoMoves(fs: TreeFs, place: TreePlace, moves: readonly Move[]): void {
  for (const move of moves.toReversed()) {
    const [inTree, inPending] = ends(place, move);
    if ('in' in move) {
      if (!fs.exists(inPending) && fs.exists(inTree)) fs.rename(inTree, inPending);
    } else if (fs.exists(inPending) && !fs.exists(inTree)) {
      fs.makeFolder(dirname(inTree));
      fs.rename(inPending, inTree);
    }
  }
}

function ends({ out, pending }: TreePlace, move: Move): readonly [string, string] {
  if ('away' in move) return [`${out}/${move.away}`, `${pending}/old/${String(move.slot)}`];
  return move.in === '' ? [out, `${pending}/new`] : [`${out}/${move.in}`, `${pending}/new/${move.in}`];
}
