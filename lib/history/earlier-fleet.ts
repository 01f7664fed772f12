import { existsSync, realpathSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { rule } from '../checks/history/rules/history-unread.ts';
import { type Finding, hasErrors } from '../finding/index.ts';
import { type FleetDraft, type FleetFolders, readFleet, readingFinding } from '../fleet/index.ts';
import type { RevisionProblem } from './git.ts';
import { resolveRevision, type Revision } from './revision.ts';
import { withTree } from './tree.ts';

/** The fleet as an earlier revision had it. */
export interface EarlierFleet {
  readonly revision: Revision;
  /** Undefined if the revision has no site file, or none that can be read. */
  readonly fleet: FleetDraft | undefined;
  /** A warning for each file of the revision that cannot be compared with. */
  readonly findings: readonly Finding[];
}

/** Reads the fleet of an earlier revision from git, with its class generations and versions. */
export function readEarlierFleet(folders: FleetFolders, ref: string): EarlierFleet | RevisionProblem {
  if (isNothing(ref)) return beforeTheFirst(ref);
  const revision = resolveRevision(folders.root, ref);
  if ('problem' in revision) return revision;
  const inside = (folder: string): string | undefined => pathInside(revision.top, folder);
  const [root, platform, tenants] = [folders.root, folders.platform, folders.tenants].map(inside);
  if (root === undefined || platform === undefined || tenants === undefined)
    return {
      problem: `the folders of the fleet are not all in the git repository ${revision.top}; allowed: folders of it; leave out --against`,
    };
  return withTree(revision, [platform, tenants], (tree) => {
    const there = { root: join(tree, root), platform: join(tree, platform), tenants: join(tree, tenants) };
    if (!existsSync(join(there.platform, 'site.yaml'))) return { revision, fleet: undefined, findings: [] };
    const read = readFleet(there);
    return { revision, fleet: read.fleet, findings: unread(read.findings, revision) };
  });
}

/** What pipelines of GitHub and GitLab name as the commit before the first one of a branch. */
const isNothing = (ref: string): boolean => /^(0{40}|0{64})$/.test(ref);

const beforeTheFirst = (ref: string): EarlierFleet => ({
  revision: { ref, commit: ref, isFork: false, top: '' },
  fleet: undefined,
  findings: [],
});

/** Path inside the repository, as git spells it; undefined for a folder elsewhere. */
function pathInside(top: string, folder: string): string | undefined {
  const real = existsSync(folder) ? realpathSync(folder) : folder;
  const path = relative(realpathSync(top), real);
  return path === '..' || path.startsWith(`..${sep}`) ? undefined : path.split(sep).join('/');
}

/** One warning a file: what was wrong in the past is no fault of today's. */
function unread(findings: readonly Finding[], { ref }: Revision): Finding[] {
  const errors = findings.filter((finding) => hasErrors([finding]));
  const byFile = new Map(errors.map((finding) => [finding.place.file, finding]));
  return [...byFile.values()].map(({ place: { file, line }, problem }) =>
    readingFinding(rule, {
      place: { file, line: 1, column: 1 },
      problem: `at ${ref} this file had an error at line ${String(line)} (${problem})`,
      allowed: 'compared is what this version of kaas can read',
    }),
  );
}
