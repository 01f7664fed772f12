import { execFileSync } from 'node:child_process';
import process from 'node:process';

/** What is wrong with a revision, or with where it was looked for: words for who typed it. */
export interface RevisionProblem {
  readonly problem: string;
}

const mebibyte = 1024 * 1024;

/** Runs git in a folder. No shell, no prompt, and no lock that would touch the index of the worktree. */
export function git(folder: string, args: readonly string[], input?: string): Buffer {
  return execFileSync('git', ['-C', folder, ...args], {
    env: { ...process.env, GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0' },
    input: input ?? '',
    maxBuffer: 1024 * mebibyte,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}

/** One line of git's answer; undefined if git refuses. */
export function gitLine(folder: string, args: readonly string[]): string | undefined {
  try {
    return git(folder, args).toString('utf8').trim();
  } catch (error) {
    if (isRefusal(error)) return undefined;
    throw error;
  }
}

/** True if git ran and said no; a missing git is another matter. */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && 'status' in error && typeof error.status === 'number';
}

/** True if git is not installed. */
export function isGitMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
