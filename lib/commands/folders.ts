import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { FleetFolders } from '../fleet/index.ts';
import { type Input, type Io, type Option, UsageError } from './command.ts';

/** Options of every command that reads the fleet. */
export const folderOptions = {
  platform: {
    type: 'string',
    value: 'DIR',
    description: 'folder of site.yaml and versions.yaml (default: platform)',
  },
  tenants: { type: 'string', value: 'DIR', description: 'folder of the tenant files (default: tenants)' },
} as const satisfies Record<string, Option>;

/** The folders that the options name; places are told relative to the repository. */
export function foldersOf(input: Input, io: Io): FleetFolders {
  const root = repositoryOf(io.cwd);
  const platform = input.text('platform');
  const tenants = input.text('tenants');
  const folders = {
    root,
    platform: platform === undefined ? join(root, 'platform') : resolve(io.cwd, platform),
    tenants: tenants === undefined ? join(root, 'tenants') : resolve(io.cwd, tenants),
  };
  if (!existsSync(join(folders.platform, 'site.yaml'))) {
    throw new UsageError(
      `no site.yaml in ${folders.platform}; allowed: the folder of the site file; run kaas in the repository or name the folder with --platform`,
    );
  }
  if (tenants !== undefined && !existsSync(folders.tenants)) {
    throw new UsageError(
      `no folder ${folders.tenants}; allowed: the folder of the tenant files, which may be empty; correct --tenants`,
    );
  }
  return folders;
}

/** The nearest folder upwards that has a platform/site.yaml, so that kaas runs in any folder of the repository. */
export function repositoryOf(cwd: string): string {
  for (let folder = resolve(cwd); ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'platform', 'site.yaml'))) return folder;
    if (folder === dirname(folder)) return resolve(cwd);
  }
}
