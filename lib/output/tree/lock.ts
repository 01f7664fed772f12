import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { TreeFs } from './fs.ts';
import { codeOf, TreeError } from './error.ts';
import type { TreePlace } from './place.ts';

/*
 * The pending folder is the lock. It appears and disappears in one rename, and always holds one file that names its
 * owner; a dead owner's lock is taken over by renaming that file, which only one of several runs can do.
 */

/** A process: its id, and when it started, because ids are used again. */
export interface Owner {
  readonly pid: number;
  readonly started: string;
}

/** Makes the pending folder, or takes over the one of a dead run. True if it was there: it may hold an interrupted update. */
export function lock(fs: TreeFs, place: TreePlace, self: Owner): boolean {
  fs.makeFolder(dirname(place.pending));
  sweep(fs, place, self);
  for (let attempt = 0; attempt < 100; attempt++) {
    if (create(fs, place, self)) return false;
    if (takeOver(fs, place, self)) return true;
  }
  throw new TreeError(`${place.title} cannot be locked: ${place.pending} keeps changing`, true);
}

/** Removes the pending folder with all that is in it. */
export function unlock(fs: TreeFs, place: TreePlace, self: Owner): void {
  const waste = wasteName(place, self);
  fs.remove(waste);
  fs.rename(place.pending, waste);
  removeWaste(fs, waste);
}

function create(fs: TreeFs, place: TreePlace, self: Owner): boolean {
  if (fs.exists(place.pending)) return false;
  const draft = wasteName(place, self);
  fs.makeFolder(draft);
  fs.write(`${draft}/.gitignore`, '*\n');
  fs.write(`${draft}/${ownerFile(self)}`, '');
  try {
    fs.rename(draft, place.pending);
    return true;
  } catch (error) {
    fs.remove(draft);
    if (fs.exists(place.pending)) return false; // Another run was faster.
    throw error;
  }
}

function takeOver(fs: TreeFs, place: TreePlace, self: Owner): boolean {
  const owner = ownerOf(fs, place);
  if (owner === undefined) return false; // Gone since, or just being taken over.
  if (owner.pid !== self.pid && isAlive(owner)) {
    throw new TreeError(
      `${place.title} is being written by another run (process ${owner.pid}): try again when it has ended`,
      true,
    );
  }
  try {
    fs.rename(`${place.pending}/${ownerFile(owner)}`, `${place.pending}/${ownerFile(self)}`);
    return true;
  } catch (error) {
    if (ownerOf(fs, place)?.pid === owner.pid) throw error;
    return false;
  }
}

function ownerOf(fs: TreeFs, { pending }: TreePlace): Owner | undefined {
  try {
    return fs.list(pending).flatMap(({ name }) => parseOwner(name) ?? [])[0];
  } catch {
    return undefined;
  }
}

/** Clears away what dead runs had no time to remove. */
function sweep(fs: TreeFs, place: TreePlace, self: Owner): void {
  const prefix = `${basename(place.pending)}.`;
  for (const { name } of fs.list(dirname(place.pending))) {
    if (!name.startsWith(prefix)) continue;
    const owner = parseOwner(name.slice(prefix.length));
    if (owner !== undefined && (owner.pid === self.pid || !isAlive(owner)))
      removeWaste(fs, join(dirname(place.pending), name));
  }
}

/** Its .gitignore goes last: until then Git does not see the rest. A rest that cannot be removed does no harm. */
function removeWaste(fs: TreeFs, waste: string): void {
  try {
    for (const part of ['old', 'new', '']) fs.remove(join(waste, part));
  } catch {
    // The next run tries again.
  }
}

const wasteName = ({ pending }: TreePlace, self: Owner): string => `${pending}.${ownerFile(self)}`;

const ownerFile = ({ pid, started }: Owner): string => `owner-${String(pid)}-${started}`;

function parseOwner(name: string): Owner | undefined {
  const [, pid, started] = /^owner-(\d+)-(\d*)$/.exec(name) ?? [];
  return pid === undefined || started === undefined ? undefined : { pid: Number(pid), started };
}

/** This process. */
export function thisProcess(): Owner {
  return { pid: process.pid, started: processState(process.pid)?.started ?? '' };
}

function isAlive({ pid, started }: Owner): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (codeOf(error) === 'ESRCH') return false;
  }
  const state = processState(pid);
  return state === undefined || (!state.dead && (started === '' || state.started === started));
}

/** What Linux tells of a process: whether it is a zombie, and its start time in ticks. Undefined elsewhere. */
function processState(pid: number): { readonly dead: boolean; readonly started: string } | undefined {
  try {
    const stat = readFileSync(`/proc/${String(pid)}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { dead: fields[0] === 'Z' || fields[0] === 'X', started: fields[19] ?? '' };
  } catch {
    return undefined;
  }
}
