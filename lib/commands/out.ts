import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FleetFolders } from '../fleet/index.ts';
import { isWithin, outProblem } from '../output/index.ts';
import { type Input, type Io, type Option, UsageError } from './command.ts';

/** The option of every command that writes or compares the manifests. */
export const outOption = {
  out: {
    type: 'string',
    value: 'DIR',
    description:
      'folder of the manifests, which holds nothing else (default: dist, beside the folder that --platform names)',
  },
} as const satisfies Record<string, Option>;

/** An output folder. */
export interface Out {
  readonly path: string;
  /** As places show it: relative to the repository where it lies in it. */
  readonly shown: string;
}

/**
 * The folder that --out names, or the usual one. Everything in it that kaas did not write may be removed: it is never
 * one that holds, or lies in, what somebody wrote.
 */
export function outOf(input: Input, io: Io, folders: FleetFolders): Out {
  const given = input.text('out');
  const path = given === undefined ? join(dirname(folders.platform), 'dist') : resolve(io.cwd, given);
  const shown = shownIn(folders.root, path);
  const problem =
    given === ''
      ? outProblem(given)
      : (standingIn(path, given, io, folders) ?? inputProblem(path, folders) ?? outProblem(path));
  if (problem !== undefined)
    throw new UsageError(`${given === undefined ? '' : '--out '}${given === '' ? '""' : shown} ${problem}`);
  return { path, shown };
}

function shownIn(root: string, path: string): string {
  return isWithin(path, root) && path !== root ? relative(root, path).split(sep).join('/') : path;
}

/** Without --out there is no other folder to name: only another one to stand in. */
function standingIn(
  path: string,
  given: string | undefined,
  { cwd }: Io,
  { root }: FleetFolders,
): string | undefined {
  if (given !== undefined || !existsSync(path) || !isWithin(cwd, path)) return undefined;
  return `holds the folder you are in, and is written as a whole; allowed: any other folder of the repository; run kaas in ${root}`;
}

const tool = fileURLToPath(new URL('../..', import.meta.url));

function inputProblem(path: string, { platform, tenants }: FleetFolders): string | undefined {
  const kept: readonly (readonly [string, string])[] = [
    ['the platform folder', platform],
    ['the tenants folder', tenants],
    ...['lib', 'imports', 'docs', 'test', 'node_modules'].map(
      (name) => [`${name}/ of kaas itself`, join(tool, name)] as const,
    ),
  ];
  for (const [what, folder] of kept) {
    const how = relationOf(path, folder);
    if (how !== undefined)
      return `${how} ${what} (${folder}), whose files would be removed; allowed: a folder for generated files only; name another, such as dist`;
  }
  return undefined;
}

function relationOf(path: string, folder: string): string | undefined {
  const [inside, outside] = [isWithin(path, folder), isWithin(folder, path)];
  if (inside && outside) return 'is';
  return inside ? 'lies in' : outside ? 'holds' : undefined;
}
