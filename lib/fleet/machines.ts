import type { DeepPartial } from './deep-partial.ts';
import type { File, Machines as MachinesFile, NIC, Taint, User } from './generated/tenant-file.ts';
import { type PlacedRange, Reader } from './reader.ts';
import type { Network, Site } from './site.ts';
import type { Path } from './source.ts';

/** One more network device: its network, and the addresses of it that are this tenant's. */
export interface Nic {
  readonly networkName: string;
  readonly network: Network;
  readonly addresses: readonly PlacedRange[];
  readonly model: string;
}

/** When a machine counts as broken. Times in seconds. */
export interface Health {
  readonly startupSeconds: number;
  readonly notReadySeconds: number;
  readonly maxUnhealthy: number | string;
}

/** What holds for the machines of one pool, after the site, the tenant and the pool have spoken. */
export interface Machines {
  readonly hosts: readonly string[];
  readonly storage: string;
  readonly format: string;
  readonly bootDisk: string;
  readonly proxmoxPool: string | undefined;
  /** Bridge of the first device; undefined if the network decides. */
  readonly bridge: string | undefined;
  readonly nicModel: string;
  readonly nics: readonly Nic[];
  readonly imageTag: string;
  readonly imageOs: string;
  readonly guestAgent: boolean;
  readonly tags: readonly string[];
  readonly kubeletArgs: Readonly<Record<string, string>>;
  readonly users: Readonly<Record<string, User>>;
  readonly mirrors: Readonly<Record<string, readonly string[]>>;
  readonly files: readonly File[];
  readonly preCommands: readonly string[];
  readonly postCommands: readonly string[];
  readonly health: Health;
  readonly maxSurge: number;
  readonly maxUnavailable: number;
  readonly drainSeconds: number;
}

export type { File, Taint, User };

/** One level that speaks of machines, with its way into the tenant file; the site's level has none. */
export interface MachinesLevel {
  readonly file: DeepPartial<MachinesFile>;
  readonly path: Path | undefined;
}

/** Puts the levels together, the last one winning value by value; maps are merged by key. */
export function resolveMachines(reader: Reader, site: Site, levels: readonly MachinesLevel[]): Machines {
  const merged = levels.map(({ file }) => file).reduce(mergeMachines, {});
  return {
    hosts: present(merged.hosts) ?? [...site.hosts.keys()],
    storage: merged.storage ?? site.storage,
    format: merged.format ?? 'raw',
    bootDisk: merged.bootDisk ?? 'scsi0',
    proxmoxPool: merged.proxmoxPool,
    bridge: merged.bridge,
    nicModel: merged.nicModel ?? 'virtio',
    nics: resolveNics(reader, site, levels),
    imageTag: merged.image?.tag ?? 'capi',
    imageOs: merged.image?.os ?? 'ubuntu',
    guestAgent: merged.image?.guestAgent ?? true,
    tags: present(merged.tags) ?? [],
    kubeletArgs: texts(merged.kubeletArgs),
    users: whole<User>(merged.users, isUser),
    mirrors: whole<readonly string[]>(merged.mirrors, (value) => value !== undefined),
    files: (merged.files ?? []).filter(isFile),
    preCommands: present(merged.preCommands) ?? [],
    postCommands: present(merged.postCommands) ?? [],
    health: {
      startupSeconds: reader.seconds(merged.health?.startup) ?? 900,
      notReadySeconds: reader.seconds(merged.health?.notReady) ?? 300,
      maxUnhealthy: merged.health?.maxUnhealthy ?? '100%',
    },
    maxSurge: merged.rollout?.maxSurge ?? 1,
    maxUnavailable: merged.rollout?.maxUnavailable ?? 0,
    drainSeconds: reader.seconds(merged.drainTimeout) ?? 300,
  };
}

const mergedMaps = ['image', 'kubeletArgs', 'users', 'mirrors', 'health', 'rollout'] as const;

function mergeMachines(
  far: DeepPartial<MachinesFile>,
  near: DeepPartial<MachinesFile>,
): DeepPartial<MachinesFile> {
  const maps = mergedMaps.map((key) =>
    far[key] && near[key] ? { [key]: { ...far[key], ...near[key] } } : {},
  );
  return Object.assign({}, far, near, ...maps) as DeepPartial<MachinesFile>;
}

/** The NICs of the nearest level that names any. */
function resolveNics(reader: Reader, site: Site, levels: readonly MachinesLevel[]): Nic[] {
  const level = levels.findLast(({ file }) => file.nics !== undefined);
  return (level?.file.nics ?? []).flatMap(
    (nic, index) =>
      (nic && resolveNic(reader, site, nic, level?.path && [...level.path, 'nics', index])) ?? [],
  );
}

function resolveNic(
  reader: Reader,
  site: Site,
  nic: DeepPartial<NIC>,
  path: Path | undefined,
): Nic | undefined {
  const network = site.networks.get(nic.network ?? '');
  if (nic.network === undefined || network === undefined) return undefined;
  return {
    networkName: nic.network,
    network,
    addresses: reader.ranges([...(path ?? []), 'addresses'], nic.addresses),
    model: nic.model ?? 'virtio',
  };
}

const present = <T>(list: readonly (T | undefined)[] | undefined): T[] | undefined =>
  list?.filter((item) => item !== undefined);

const texts = (map: Readonly<Record<string, string | undefined>> | undefined): Record<string, string> =>
  whole<string>(map, (value) => value !== undefined);

/** The entries of a map that are whole: the others have a finding already. */
function whole<T>(
  map: Readonly<Record<string, unknown>> | undefined,
  isWhole: (value: unknown) => boolean,
): Record<string, T> {
  return Object.fromEntries(
    Object.entries(map ?? {}).filter((entry): entry is [string, T] => isWhole(entry[1])),
  );
}

const isUser = (value: unknown): boolean => Array.isArray((value as Partial<User> | undefined)?.keys);
const isFile = (file: DeepPartial<File> | undefined): file is File => file?.path !== undefined;
