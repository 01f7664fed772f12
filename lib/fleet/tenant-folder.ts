import type { Dirent } from 'node:fs';
import { compareText, type Finding } from '../finding/index.ts';
import { fileRules } from './file-rules.ts';
import { listFolder } from './list-folder.ts';
import { readingFinding } from './reading-rule.ts';

/** One tenant file of the folder. */
export interface TenantEntry {
  readonly name: string;
  readonly entry: Dirent;
}

/** The tenant files in the order of their names, and what else is in the folder that should not be. */
export interface TenantFolder {
  readonly entries: readonly TenantEntry[];
  readonly findings: readonly Finding[];
}

/**
 * Lists the folder of the tenants; `shown` is its path for places.
 * Without a folder there are no tenants: Git keeps no empty folders.
 */
export function listTenants(folder: string, shown: string): TenantFolder {
  const listing = listFolder(folder);
  if (typeof listing === 'string')
    return { entries: [], findings: listing === 'ENOENT' ? [] : [noFolder(shown, listing)] };
  const visible = listing.filter(isLookedAt).sort((a, b) => compareText(a.name, b.name));
  const names = new Set(visible.map(({ name }) => name));
  return {
    entries: visible
      .filter(isTenantFile)
      .map((entry) => ({ name: entry.name.slice(0, -'.yaml'.length), entry })),
    findings: visible
      .filter((entry) => !isTenantFile(entry))
      .flatMap((entry) => strayFinding(shown, entry, names) ?? []),
  };
}

const isTenantFile = ({ name }: Dirent): boolean => name.endsWith('.yaml') && !name.startsWith('.');

/** Hidden files are nobody's business, unless they look like a tenant. `.#NAME` is the lock of an editor that has NAME open. */
const isLookedAt = ({ name }: Dirent): boolean =>
  !name.startsWith('.') || (nearly.test(name) && !name.startsWith('.#'));

function noFolder(shown: string, code: string): Finding {
  return readingFinding(fileRules.unreadable, {
    place: { file: shown, line: 1, column: 1 },
    problem:
      code === 'ENOTDIR'
        ? 'the folder of the tenants is a file'
        : `the folder of the tenants cannot be read (${code})`,
    allowed: 'allowed: a folder of NAME.yaml files, or no folder',
    remedy: 'put a readable folder in its place',
  });
}

/** Names that would be tenants if they were spelled right. */
const nearly = /\.(?:ya?ml|json)$/i;
const harmless = /^README$|\.md$/i;

function strayFinding(shown: string, entry: Dirent, names: ReadonlySet<string>): Finding | undefined {
  const place = { file: `${shown}/${entry.name}`, line: 1, column: 1 };
  const allowed = `allowed: ${shown}/NAME.yaml`;
  if (entry.name.startsWith('.')) {
    const problem = `${entry.name} is hidden, and no tenant`;
    return readingFinding(fileRules.stray, { place, problem, allowed });
  }
  if (entry.isDirectory()) {
    const problem = `the folder ${entry.name} is not read`;
    return readingFinding(fileRules.unread, {
      place,
      problem,
      allowed,
      remedy: `move its files to ${shown}/`,
    });
  }
  if (nearly.test(entry.name)) {
    const name = `${entry.name.replace(nearly, '')}.yaml`;
    const problem = `${entry.name} is not read: its name does not end in .yaml`;
    const remedy = names.has(name)
      ? `${name} is there already: keep what is right in that one, and delete this`
      : `rename it to ${name}`;
    return readingFinding(fileRules.unread, { place, problem, allowed, remedy });
  }
  if (harmless.test(entry.name)) return undefined;
  return readingFinding(fileRules.stray, { place, problem: `${entry.name} is no tenant`, allowed });
}
