import type { FleetFolders } from '../fleet/index.ts';
import { type EarlierFleet, readEarlierFleet } from '../history/index.ts';
import { type Input, type Io, type Option, UsageError } from './command.ts';

/** The option of every command that compares with an earlier revision. */
export const againstOption = {
  against: {
    type: 'string',
    value: 'REF',
    description: 'compare with a commit of git, such as origin/main: with where this branch left it',
  },
} as const satisfies Record<string, Option>;

/** The fleet that --against names; undefined if the option was not given. */
export function earlierOf(input: Input, folders: FleetFolders): EarlierFleet | undefined {
  const ref = input.text('against');
  if (ref === undefined) return undefined;
  const earlier = readEarlierFleet(folders, ref);
  if ('problem' in earlier) throw new UsageError(earlier.problem);
  return earlier;
}

/** Says what was compared with where that is not what was typed. */
export function tellFork({ revision: { ref, commit, isFork }, fleet }: EarlierFleet, io: Io): void {
  const short = commit.slice(0, 12);
  if (isFork) io.err(`compared with ${short}, where this branch left ${ref}\n`);
  if (fleet === undefined) io.err(`${ref} has no fleet to compare with: every tenant counts as new\n`);
}
