import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { FleetFolders } from '../fleet/index.ts';
import { codeOf } from '../output/tree/error.ts';
import { type Input, type Io, type Option, UsageError } from './command.ts';

/** Options of every command that reads the fleet. */
export const folderOptions = {
  platform: {
    type: 'string',
    value: 'DIR',
    description: 'folder of site.yaml and versions.yaml (default: platform)',
  },
  tenants: {
    type: 'string',
    value: 'DIR',
    description: 'folder of the tenant files (default: tenants, beside the folder that --platform names)',
  },
} as const satisfies Record<string, Option>;

/** The folders that the options name; places are told relative to the repository. */
export function foldersOf(input: Input, io: Io): FleetFolders {
  const root = repositoryOf(io.cwd);
  const platform = input.text('platform');
  const tenants = input.text('tenants');
  const site = platform === undefined ? join(root, 'platform') : resolve(io.cwd, platform);
  const folders = {
    root,
    platform: site,
    tenants: tenants === undefined ? join(dirname(site), 'tenants') : resolve(io.cwd, tenants),
  };
  demandSite(site);
  if (tenants !== undefined && !existsSync(folders.tenants)) {
    throw new UsageError(
      `no folder ${folders.tenants}; allowed: the folder of the tenant files, which may be empty; correct --tenants`,
    );
  }
  return folders;
}

/** A folder that may not be looked into is not one without a site file: that has words of its own. */
function demandSite(platform: string): void {
  const code = accessCode(join(platform, 'site.yaml'));
  if (code === undefined) return;
  throw new UsageError(
    code === 'ENOENT' || code === 'ENOTDIR'
      ? `no site.yaml in ${platform}; allowed: the folder of the site file; run kaas in the repository or name the folder with --platform`
      : `${platform} cannot be read (${code}); allowed: a folder that you may read; mend its permissions, or name another with --platform`,
  );
}

/** Why there is nothing at the path that can be opened; undefined if there is. What it is, the reader of the file says. */
function accessCode(path: string): string | undefined {
  try {
    statSync(path);
    return undefined;
  } catch (error) {
    return codeOf(error) ?? String(error);
  }
}

/** The nearest folder upwards that has a platform/site.yaml, so that kaas runs in any folder of the repository. */
export function repositoryOf(cwd: string): string {
  for (let folder = resolve(cwd); ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'platform', 'site.yaml'))) return folder;
    if (folder === dirname(folder)) return resolve(cwd);
  }
}
