import { folderOf } from './listing.ts';
import type { Survey } from './survey.ts';

/** A step from the old tree to the new one; each is one rename, and a whole folder moves in one. */
export type Move =
  /** Out of the tree, to `old/SLOT`. */
  | { readonly away: string; readonly slot: number }
  /** Into the tree, from `new/PATH`; '' is the tree itself. */
  | { readonly in: string };

/** The moves that turn the present tree into the wanted one: first everything away that has to go, then the new in. */
export function planMoves(survey: Survey): readonly Move[] {
  if (!survey.present.exists) return [{ in: '' }];
  const away = awayPaths(survey).map((path, slot): Move => ({ away: path, slot }));
  return [...away, ...inPaths(survey).map((path): Move => ({ in: path }))];
}

/** Folders in which nothing stays go whole, empty ones too; from the others, each file that has to go. */
function awayPaths({ present, staying, stale, extra, foreign }: Survey): readonly string[] {
  const folders = [...present.folders].filter((folder) => !staying.has(folder));
  const gone = new Set([...folders, ...stale, ...extra, ...foreign]);
  return [...gone].filter((path) => staying.has(folderOf(path))).sort();
}

/** Folders in which nothing stays come whole; into the others, each new file. */
function inPaths({ staying, missing, stale }: Survey): readonly string[] {
  const tops = new Set<string>();
  for (const path of [...missing, ...stale]) {
    let top = path;
    while (!staying.has(folderOf(top))) top = folderOf(top);
    tops.add(top);
  }
  return [...tops].sort();
}
