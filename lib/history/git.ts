import { spawnSync } from 'node:child_process';
import process from 'node:process';

/** What is wrong with a revision, or with where it was looked for: words for who typed it. */
export interface RevisionProblem {
  readonly problem: string;
}

/** git is not on the PATH. */
export class GitMissing extends Error {}

const mebibyte = 1024 * 1024;

/** Runs git in a folder and returns what it prints. A refusal of git is thrown. */
export function git(folder: string, args: readonly string[], input = ''): Buffer {
  const { status, stdout, stderr } = spawn(folder, args, input);
  if (status === 0) return stdout;
  throw new Error(`git ${args.join(' ')} failed: ${stderr.toString('utf8').trim()}`);
}

/** One line of git's answer; undefined if git refuses. */
export function gitLine(folder: string, args: readonly string[]): string | undefined {
  const { status, stdout } = spawn(folder, args, '');
  return status === 0 ? stdout.toString('utf8').trim() : undefined;
}

interface Answer {
  readonly status: number | null;
  readonly stdout: Buffer;
  readonly stderr: Buffer;
}

/** No shell, no prompt, and no lock that would touch the index of the worktree. */
function spawn(folder: string, args: readonly string[], input: string): Answer {
  const { error, status, stdout, stderr } = spawnSync('git', ['-C', folder, ...args], {
    env: { ...process.env, GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0' },
    input,
    maxBuffer: 1024 * mebibyte,
  });
  if (error === undefined) return { status, stdout, stderr };
  throw 'code' in error && error.code === 'ENOENT' ? new GitMissing() : error;
}
