import { lstatSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { type Finding, hasErrors } from '../finding/index.ts';
import { type ClassFile, readClassFiles } from './class-file.ts';
import { fileRules } from './file-rules.ts';
import type { SiteFile } from './generated/site-file.ts';
import { readPlatformInput, readTenantInput } from './read-input.ts';
import type { ReadFile } from './read-yaml.ts';
import { readingFinding } from './reading-rule.ts';
import { resolveSite, type Site } from './site.ts';
import { listTenants } from './tenant-folder.ts';
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
  /** The frozen class generations. */
  readonly classes: readonly ClassFile[];
  /** Names of generations whose files cannot be used; undefined if not even their folder can be read. */
  readonly unusableClasses: readonly string[] | undefined;
}

/** What was read. Without a readable site there is no fleet, only findings. */
export interface ReadFleet {
  readonly fleet: FleetDraft | undefined;
  readonly findings: readonly Finding[];
}

/** Reads the site and every tenant, each file once. Whatever the folders hold instead of good files becomes a finding. */
export function readFleet(folders: FleetFolders): ReadFleet {
  const { site, findings } = readSite(folders);
  const pinned = readVersions(folders.platform, shownPath(folders, join(folders.platform, 'versions.yaml')));
  const classes = readClassFiles(folders.platform, (path) => shownPath(folders, path), folders.root);
  const listed = listTenants(folders.tenants, shownPath(folders, folders.tenants));
  const files = listed.entries.map(({ name, entry }) => {
    const path = join(folders.tenants, entry.name);
    const file = readTenantInput({ path, file: shownPath(folders, path), root: folders.root, entry });
    return resolveFile(file, name, site);
  });
  return {
    fleet: site && {
      site,
      versions: pinned.versions,
      tenants: files.flatMap(({ draft }) => draft ?? []),
      classes: classes.files,
      unusableClasses: classes.unusable,
    },
    findings: [
      ...findings,
      ...pinned.findings,
      ...classes.findings,
      ...listed.findings,
      ...files.flatMap((file) => file.findings),
    ],
  };
}

function readSite(folders: FleetFolders): {
  readonly site: Site | undefined;
  readonly findings: readonly Finding[];
} {
  const path = join(folders.platform, 'site.yaml');
  const shown = shownPath(folders, path);
  if (!isThere(path)) return { site: undefined, findings: [siteMissing(shown)] };
  const file = readPlatformInput({ path, file: shown, root: folders.root });
  if (hasErrors(file.findings)) return { site: undefined, findings: file.findings };
  const checked = validateSiteFile(file);
  if (hasErrors(checked.findings)) return { site: undefined, findings: checked.findings };
  return resolveSite(file.source, checked.value as SiteFile);
}

/** True for a dead link as well: that it is dead has words of its own. */
function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return true;
  }
}

function siteMissing(file: string): Finding {
  return readingFinding(fileRules.siteMissing, {
    place: { file, line: 1, column: 1 },
    problem: 'there is no such file',
    allowed: 'required: the site file',
  });
}

/** A tenant as far as its file can be used, and what is wrong with the file. */
export interface ReadTenant {
  readonly draft: TenantDraft | undefined;
  readonly findings: readonly Finding[];
}

/** The tenant that a file of this name would be; `site` undefined only checks the file's form. */
export function resolveFile(file: ReadFile, name: string, site: Site | undefined): ReadTenant {
  if (hasErrors(file.findings)) return { draft: undefined, findings: file.findings };
  const checked = validateTenantFile(file);
  if (site === undefined) return { draft: undefined, findings: checked.findings };
  const { draft, findings } = resolveTenant(file.source, name, checked.value, site);
  return { draft, findings: [...checked.findings, ...findings] };
}

function shownPath({ root }: FleetFolders, path: string): string {
  return relative(root, path).split(sep).join('/');
}
