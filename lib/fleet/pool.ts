import type { DeepPartial } from './deep-partial.ts';
import type { Pool as PoolFile, Taint } from './generated/tenant-file.ts';
import { type Machines, type MachinesLevel, resolveMachines } from './machines.ts';
import type { Reader } from './reader.ts';
import { nearest } from './nearest.ts';
import type { Site } from './site.ts';
import { resolveSize, type Size } from './size.ts';
import type { Path } from './source.ts';
import type { Version } from './version.ts';

/** A pool of worker machines: one MachineDeployment. */
export interface Pool extends Machines {
  readonly name: string;
  readonly size: Size;
  /** Bounds of the number of machines; equal if the number is fixed. */
  readonly min: number;
  readonly max: number;
  /** True if an autoscaler moves the number between the bounds. */
  readonly autoscaled: boolean;
  /** Version the pool stays on while the control plane is newer; undefined if it follows. */
  readonly heldVersion: Version | undefined;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly taints: readonly Taint[];
}

/** A pool as far as its file can be read. */
export type PoolDraft = Pick<Pool, 'name' | 'labels' | 'annotations' | 'taints'> & Machines & Partial<Pool>;

/** Reads one pool. Its machines follow the site, then the tenant, then the pool itself. */
export function resolvePool(
  reader: Reader,
  site: Site,
  name: string,
  file: DeepPartial<PoolFile>,
  levels: readonly MachinesLevel[],
): PoolDraft {
  const path = ['pools', name];
  const size = poolSize(reader, site, [...path, 'size'], file.size);
  const machines = resolveMachines(reader, site, [
    ...levels,
    { file: file.machines ?? {}, path: [...path, 'machines'] },
  ]);
  return {
    ...machines,
    name,
    ...(size === undefined ? {} : { size }),
    ...bounds(file.nodes),
    heldVersion: reader.version(file.kubernetes),
    labels: definedTexts(file.labels),
    annotations: definedTexts(file.annotations),
    taints: (file.taints ?? []).filter(isTaint),
  };
}

/** True if nothing that a pool needs is missing. */
export function isPool(draft: PoolDraft): draft is Pool {
  return (
    draft.size !== undefined &&
    draft.min !== undefined &&
    draft.max !== undefined &&
    draft.autoscaled !== undefined
  );
}

function poolSize(
  reader: Reader,
  site: Site,
  path: Path,
  file: DeepPartial<PoolFile>['size'],
): Size | undefined {
  if (file === undefined) return undefined;
  if (typeof file !== 'string') return resolveSize(reader, path, file);
  const size = site.sizes.get(file);
  if (size === undefined) reader.reject(path, unknownName('size', file, site.sizes));
  return size;
}

/** The words for a name that the site does not know. */
export function unknownName(
  what: string,
  name: string,
  known: ReadonlyMap<string, unknown>,
): { rule: string; problem: string; allowed: string; remedy: string } {
  const names = [...known.keys()];
  const near = nearest(name, names);
  return {
    rule: `unknown-${what}`,
    problem: `no ${what} of the site is called ${JSON.stringify(name)}`,
    allowed: names.length === 0 ? `the site has none` : `allowed: ${names.join(', ')}`,
    remedy: near === undefined ? `name one of them, or add it to the site file` : `did you mean ${near}?`,
  };
}

function bounds(nodes: DeepPartial<PoolFile>['nodes']): Partial<Pick<Pool, 'min' | 'max' | 'autoscaled'>> {
  if (typeof nodes === 'number') return { min: nodes, max: nodes, autoscaled: false };
  return nodes?.min === undefined || nodes.max === undefined
    ? {}
    : { min: nodes.min, max: nodes.max, autoscaled: true };
}

export function definedTexts(
  map: Readonly<Record<string, string | undefined>> | undefined,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(map ?? {}).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

const isTaint = (taint: DeepPartial<Taint> | undefined): taint is Taint =>
  taint?.key !== undefined && taint.effect !== undefined;
