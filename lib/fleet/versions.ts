import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Finding, hasErrors } from '../finding/index.ts';
import type { ChartPin, ProviderPin, VersionsFile } from './generated/versions-file.ts';
import { readPlatformInput } from './read-input.ts';
import { type ReadFile, readYaml } from './read-yaml.ts';
import type { Source } from './source.ts';
import { validateVersionsFile } from './validate-file.ts';

export type { ChartPin, KamajiPin, ProviderPin, VersionsFile } from './generated/versions-file.ts';

/** What is pinned: `platform/versions.yaml`, every value with its place. */
export interface Versions extends VersionsFile {
  readonly source: Source;
}

/** Names of the providers that the Cluster API operator installs. */
export type ProviderName = keyof VersionsFile['providers'];

/** Names of the charts. */
export type ChartName = keyof VersionsFile['charts'];

/** What was read of versions.yaml; undefined if the file is not there or cannot be used. */
export interface ReadVersions {
  readonly versions: Versions | undefined;
  readonly findings: readonly Finding[];
}

/** Reads versions.yaml of the folder. A missing file is no finding here: only what builds the platform needs it. */
export function readVersions(platform: string, shownPath: string): ReadVersions {
  const path = join(platform, 'versions.yaml');
  if (!existsSync(path)) return { versions: undefined, findings: [] };
  return versionsOf(readPlatformInput({ path, file: shownPath, root: platform }));
}

/** Reads the text of a versions.yaml; `file` is the path that places are told with. */
export function parseVersions(file: string, text: string): ReadVersions {
  return versionsOf(readYaml(file, text));
}

function versionsOf(read: ReadFile): ReadVersions {
  if (hasErrors(read.findings)) return { versions: undefined, findings: read.findings };
  const { value, findings } = validateVersionsFile(read);
  const versions = findings.length > 0 ? undefined : { ...(value as VersionsFile), source: read.source };
  return { versions, findings };
}

/** The providers with their names, in the order of the operator's needs: core first. */
export function providersOf(versions: Versions): readonly (readonly [ProviderName, ProviderPin])[] {
  const { core, kubeadm, ipam, proxmox, kamaji, helm } = versions.providers;
  return [
    ['core', core],
    ['kubeadm', kubeadm],
    ['ipam', ipam],
    ['proxmox', proxmox],
    ['kamaji', kamaji],
    ['helm', helm],
  ];
}

/** The charts that are given, with their names. */
export function chartsOf(versions: Versions): readonly (readonly [string, ChartPin])[] {
  return Object.entries(versions.charts);
}
