import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { type ClassObjects } from '../../lib/constructs/index.ts';
import { printFindings } from '../../lib/finding/index.ts';
import {
  isTenant,
  resolveSite,
  resolveTenant,
  type Site,
  Source,
  type Tenant,
} from '../../lib/fleet/index.ts';
import { readVersions, type Versions } from '../../lib/fleet/versions.ts';
import { readYaml } from '../../lib/fleet/read-yaml.ts';
import { validateSiteFile, validateTenantFile } from '../../lib/fleet/validate-file.ts';
import { generationsOf } from '../../lib/synth/generations.ts';
import { classText } from '../../lib/synth/class-text.ts';
import { parseAllDocuments } from 'yaml';
import type { SiteFile } from '../../lib/fleet/generated/site-file.ts';

export const root = join(import.meta.dirname, '../..');

/** The site of the sample fleet, with changes laid over it. */
export function siteOf(changes: unknown = {}): Site {
  const file = merged(parse(readFileSync(join(root, 'platform/site.yaml'), 'utf8')), changes);
  const read = readYaml('platform/site.yaml', stringify(file));
  const { value, findings } = validateSiteFile(read);
  const resolved = resolveSite(read.source, value as SiteFile);
  const all = [...findings, ...resolved.findings];
  if (resolved.site === undefined || all.length > 0) throw new Error(printFindings(all, 'text', false));
  return resolved.site;
}

/** The pins of the sample fleet. */
export function versionsOf(): Versions {
  const { versions } = readVersions(join(root, 'platform'), 'platform/versions.yaml');
  if (versions === undefined) throw new Error('no versions.yaml');
  return versions;
}

export const acme = {
  owner: 'team-acme@k8s.lab',
  kubernetes: 'v1.35.5',
  controlPlane: { vip: '10.4.0.101' },
  network: { name: 'acme', addresses: '10.40.0.10-10.40.0.60' },
  vmids: '10100-10199',
  pools: { general: { size: 'medium', nodes: 3 } },
};

/** A tenant that is read from YAML as a file would be. */
export function tenantOf(file: unknown, site: Site = siteOf(), name = 'acme'): Tenant {
  const read = readYaml(`tenants/${name}.yaml`, typeof file === 'string' ? file : stringify(file));
  const checked = validateTenantFile(read);
  const { draft, findings } = resolveTenant(read.source, name, checked.value, site);
  const all = [...read.findings, ...checked.findings, ...findings];
  if (!isTenant(draft) || all.length > 0) throw new Error(printFindings(all, 'text', false));
  return draft;
}

/** Maps are merged, everything else is replaced; null takes a key away. */
export function merged(base: unknown, changes: unknown): unknown {
  if (!isMap(base) || !isMap(changes)) return changes;
  const result: Record<string, unknown> = { ...base };
  for (const [key, value] of Object.entries(changes)) {
    if (value === null) Reflect.deleteProperty(result, key);
    else result[key] = merged(result[key], value);
  }
  return result;
}

/** The class generation that the constructs make now. */
export function currentClass(name = 'lab-tenant-1'): ClassObjects {
  const objects = [...parseAllDocuments(classText(name))].map((document): unknown => document.toJS());
  const generation = generationsOf([{ name, source: new Source('', ''), objects }]).get(name);
  if (generation === undefined) throw new Error('no class');
  return generation;
}

const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
