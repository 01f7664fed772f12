import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { git } from './git.ts';
import type { Revision } from './revision.ts';

/** A file or link of a commit. */
interface Entry {
  readonly mode: string;
  readonly object: string;
  readonly path: string;
}

/** Puts the folders of a commit into a temporary folder, hands it over, and removes it. The worktree is not touched. */
export function withTree<Result>(
  { top, commit }: Pick<Revision, 'top' | 'commit'>,
  folders: readonly string[],
  use: (root: string) => Result,
): Result {
  const root = mkdtempSync(join(tmpdir(), 'kaas-revision-'));
  try {
    write(root, top, entriesOf(top, commit, folders));
    return use(root);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function entriesOf(top: string, commit: string, folders: readonly string[]): Entry[] {
  return git(top, ['ls-tree', '-r', '-z', '--full-tree', commit, '--', ...folders])
    .toString('utf8')
    .split('\0')
    .flatMap((line) => {
      const [, mode, type, object, path] = /^(\d+) (\w+) ([0-9a-f]+)\t(.+)$/s.exec(line) ?? [];
      if (mode === undefined || object === undefined || path === undefined) return [];
      // A submodule is a commit of another repository.
      return type === 'blob' ? [{ mode, object, path }] : [];
    });
}

/** One git process for all files: a fleet has thousands. Source of the format: git-cat-file(1), "BATCH OUTPUT". */
function write(root: string, top: string, entries: readonly Entry[]): void {
  if (entries.length === 0) return;
  const answer = git(top, ['cat-file', '--batch'], entries.map(({ object }) => `${object}\n`).join(''));
  let offset = 0;
  for (const entry of entries) {
    const end = answer.indexOf('\n', offset);
    const size = Number(answer.toString('utf8', offset, end).split(' ')[2]);
    if (!Number.isSafeInteger(size)) throw new Error(`git cannot read ${entry.path}`);
    writeEntry(root, entry, answer.subarray(end + 1, end + 1 + size));
    offset = end + 1 + size + 1;
  }
}

function writeEntry(root: string, { mode, path }: Entry, content: Buffer): void {
  const target = join(root, path);
  if (relative(root, target).startsWith('..')) return;
  mkdirSync(dirname(target), { recursive: true });
  if (mode === '120000') symlinkSync(content.toString('utf8'), target);
  else writeFileSync(target, content);
}
