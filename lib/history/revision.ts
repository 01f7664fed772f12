import { git, gitLine, GitMissing, type RevisionProblem } from './git.ts';

/** An earlier commit to compare with. */
export interface Revision {
  /** As it was typed, such as origin/main. */
  readonly ref: string;
  /** Commit that the files are read from. */
  readonly commit: string;
  /** True if that is not the ref itself, but where this branch left it. */
  readonly isFork: boolean;
  /** Top folder of the repository. */
  readonly top: string;
}

/**
 * The commit that a comparison with a ref means: the ref itself where the branch goes on from it, else where the two parted.
 * What others merged meanwhile would otherwise look like undone by this branch.
 */
export function resolveRevision(folder: string, ref: string): Revision | RevisionProblem {
  try {
    const top = gitLine(folder, ['rev-parse', '--show-toplevel']);
    if (top === undefined) return notARepository(folder);
    const commit = commitOf(top, ref);
    if (commit === undefined) return unknownRef(top, ref);
    const fork = gitLine(top, ['merge-base', commit, 'HEAD']);
    return fork === undefined && isShallow(top)
      ? tooShallow(ref, 'the clone is shallow and does not reach where this branch left it')
      : { ref, commit: fork ?? commit, isFork: fork !== undefined && fork !== commit, top };
  } catch (error) {
    if (error instanceof GitMissing)
      return { problem: 'git is not installed; comparing with a revision needs it' };
    throw error;
  }
}

function commitOf(top: string, ref: string): string | undefined {
  return gitLine(top, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`]);
}

function isShallow(top: string): boolean {
  return gitLine(top, ['rev-parse', '--is-shallow-repository']) === 'true';
}

function notARepository(folder: string): RevisionProblem {
  return {
    problem: `${folder} is in no git repository; allowed: a clone with its history; run kaas there, or leave out --against`,
  };
}

function unknownRef(top: string, ref: string): RevisionProblem {
  if (isShallow(top)) return tooShallow(ref, 'the clone is shallow');
  const branches = git(top, [
    'for-each-ref',
    '--count=5',
    '--format=%(refname:short)',
    'refs/heads',
    'refs/remotes',
  ])
    .toString('utf8')
    .split('\n')
    .filter((name) => name !== '');
  if (/^[0-9a-f]{40,64}$/.test(ref)) return leftBehind(ref);
  const some = branches.length === 0 ? '' : `, such as ${branches.join(', ')}`;
  return {
    problem: `git knows no commit ${JSON.stringify(ref)}; allowed: a branch, tag or commit of this clone${some}; fetch it first`,
  };
}

/** A commit that was pushed over is in no clone that is made later. */
function leftBehind(ref: string): RevisionProblem {
  return {
    problem: `this clone has no commit ${ref}; allowed: one that a branch of it goes on from; after a force push compare with HEAD~1, or run git fetch origin ${ref}`,
  };
}

function tooShallow(ref: string, why: string): RevisionProblem {
  return {
    problem: `git cannot compare with ${JSON.stringify(ref)}: ${why}; allowed: a clone with full history; run git fetch --unshallow (GitHub Actions: fetch-depth: 0, GitLab: GIT_DEPTH: 0)`,
  };
}
