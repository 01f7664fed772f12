import { type Dirent, lstatSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, sep } from 'node:path';
import { decode, type Decoded } from './decode.ts';
import { fileRules } from './file-rules.ts';
import { readingFinding } from './reading-rule.ts';

/** A file to read and the words for it. */
export interface FileRequest {
  /** Where it is. */
  readonly path: string;
  /** Path that places show. */
  readonly file: string;
  /** Folder that links may not lead out of; the file's own folder is fine as well. */
  readonly root: string;
  /** Bytes at most. */
  readonly limit: number;
  /** What the listing of the folder says of it, which saves asking again. */
  readonly entry?: Dirent;
}

/** Reads a text file. Whatever the disk holds instead of a readable one becomes a finding. */
export function readTextFile(request: FileRequest): Decoded {
  try {
    const problem = problemBefore(request);
    if (problem !== undefined) return refuse(request.file, problem);
    return decode(request.file, readFileSync(request.path));
  } catch (error) {
    return refuse(request.file, diskProblem(request.path, error));
  }
}

interface Problem {
  readonly kind: 'unreadable' | 'tooLarge';
  readonly problem: string;
  readonly allowed: string;
}

function refuse(file: string, { kind, problem, allowed }: Problem): Decoded {
  const place = { file, line: 1, column: 1 };
  return { findings: [readingFinding(fileRules[kind], { place, problem, allowed })] };
}

const unreadable = (problem: string): Problem => ({
  kind: 'unreadable',
  problem,
  allowed: 'allowed: a regular file of the repository',
});

/** What can be said without opening the file: opening a pipe would wait for ever. */
function problemBefore({ path, root, limit, entry }: FileRequest): Problem | undefined {
  const link = entry?.isSymbolicLink() ?? lstatSync(path).isSymbolicLink();
  const stats = statSync(path);
  if (stats.isDirectory()) return unreadable('this is a folder');
  if (!stats.isFile()) return unreadable('this is a device, pipe or socket');
  if (link && leadsOut(path, root)) return unreadable('this is a link that leads out of the repository');
  if (stats.size <= limit) return undefined;
  return {
    kind: 'tooLarge',
    problem: `the file has ${String(stats.size)} bytes`,
    allowed: `allowed: at most ${String(limit)}`,
  };
}

function leadsOut(path: string, root: string): boolean {
  const target = realpathSync(path);
  return ![root, dirname(path)].some((folder) => target.startsWith(`${realpathSync(folder)}${sep}`));
}

/** The words for what the operating system answered; a fault that is not the disk's is ours, and thrown on. */
function diskProblem(path: string, error: unknown): Problem {
  const code = errorCode(error);
  if (code === undefined) throw error;
  if (code === 'ELOOP') return unreadable('this is a link that leads back to itself');
  if (code === 'ENOENT' && isLink(path)) return unreadable('this is a link to a file that does not exist');
  return unreadable(`the file cannot be read (${code})`);
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
}

/** Code of an error of the operating system, such as ENOENT; undefined for any other error. */
export function errorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error) || !('syscall' in error))
    return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
