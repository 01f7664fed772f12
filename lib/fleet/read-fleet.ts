import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import { compareText, type Finding, hasErrors } from '../finding/index.ts';
import type { SiteFile } from './generated/site-file.ts';
import { readYaml } from './read-yaml.ts';
import { resolveSite, type Site } from './site.ts';
import { resolveTenant, type TenantDraft } from './tenant.ts';
import { validateSiteFile, validateTenantFile } from './validate-file.ts';
import { readVersions, type Versions } from './versions.ts';

/** Where the input files are. */
export interface FleetFolders {
  /** Folder that places are told relative to. */
  readonly root: string;
  /** Folder of site.yaml and versions.yaml. */
  readonly platform: string;
  /** Folder of the tenant files. */
  readonly tenants: string;
}

/** The site, what is pinned and all tenants as far as they can be read: what the checks judge. */
export interface FleetDraft {
  readonly site: Site;
  /** Undefined if there is no versions.yaml, or none that can be used. */
  readonly versions: Versions | undefined;
  readonly tenants: readonly TenantDraft[];
  /** Names of the frozen class generations; undefined if there is no folder of them. */
  readonly classes: readonly string[] | undefined;
}

/** What was read. Without a readable site there is no fleet, only findings. */
export interface ReadFleet {
  readonly fleet: FleetDraft | undefined;
  readonly findings: readonly Finding[];
}

/** Reads the site and every tenant. Throws only if a file that is there cannot be read. */
export function readFleet(folders: FleetFolders): ReadFleet {
  const { site, findings } = readSite(folders);
  const pinned = readVersions(folders.platform, shownPath(folders, join(folders.platform, 'versions.yaml')));
  const files = tenantFiles(folders).map((path) => readTenant(folders, path, site));
  return {
    fleet: site && {
      site,
      versions: pinned.versions,
      tenants: files.flatMap(({ draft }) => draft ?? []),
      classes: classNames(folders),
    },
    findings: [...findings, ...pinned.findings, ...files.flatMap((file) => file.findings)],
  };
}

function readSite(folders: FleetFolders): {
  readonly site: Site | undefined;
  readonly findings: readonly Finding[];
} {
  const file = readYaml(
    shownPath(folders, join(folders.platform, 'site.yaml')),
    readFileSync(join(folders.platform, 'site.yaml'), 'utf8'),
  );
  if (hasErrors(file.findings)) return { site: undefined, findings: file.findings };
  const checked = validateSiteFile(file);
  if (hasErrors(checked.findings)) return { site: undefined, findings: checked.findings };
  return resolveSite(file.source, checked.value as SiteFile);
}

function readTenant(
  folders: FleetFolders,
  path: string,
  site: Site | undefined,
): { readonly draft: TenantDraft | undefined; readonly findings: readonly Finding[] } {
  const file = readYaml(shownPath(folders, path), readFileSync(path, 'utf8'));
  if (hasErrors(file.findings)) return { draft: undefined, findings: file.findings };
  const checked = validateTenantFile(file);
  if (site === undefined) return { draft: undefined, findings: checked.findings };
  const { draft, findings } = resolveTenant(file.source, basename(path, '.yaml'), checked.value, site);
  return { draft, findings: [...checked.findings, ...findings] };
}

/** In the order of their names, so that nothing depends on the file system's. */
function tenantFiles({ tenants }: FleetFolders): string[] {
  const names = readdirSync(tenants).filter((name) => name.endsWith('.yaml'));
  return names.sort(compareText).map((name) => join(tenants, name));
}

function classNames({ platform }: FleetFolders): string[] | undefined {
  const folder = join(platform, 'classes');
  if (!existsSync(folder)) return undefined;
  const names = readdirSync(folder).filter((name) => name.endsWith('.yaml'));
  return names.map((name) => basename(name, '.yaml')).sort(compareText);
}

function shownPath({ root }: FleetFolders, path: string): string {
  return relative(root, path).split(sep).join('/');
}
