import { compareText, type Finding } from '../finding/index.ts';
import type { Address, Cidr } from '../net/index.ts';
import { type Backup, resolveBackup } from './backup.ts';
import type { Datastore as DatastoreFile, Machines, OIDC, SiteFile } from './generated/site-file.ts';
import { type PlacedRange, Reader } from './reader.ts';
import { type Size, resolveSize } from './size.ts';
import type { Path, Source } from './source.ts';
import type { Version } from './version.ts';

export type { Backup, BackupTarget, Bucket, Drill } from './backup.ts';

/** A network that worker VMs or VIPs live in. */
export interface Network {
  readonly vlan?: number;
  readonly subnet: Cidr;
  readonly gateway: Address;
  readonly dns: readonly Address[];
  readonly bridge?: string;
  readonly mtu?: number;
  readonly metric?: number;
  /** Addresses that something outside the fleet has. */
  readonly reserved: readonly PlacedRange[];
}

export interface Host {
  readonly address: Address;
  readonly cores: number;
  readonly memoryMiB: number;
}

export interface Datastore {
  readonly name: string;
  readonly driver: 'etcd' | 'PostgreSQL' | 'MySQL' | 'NATS';
  /** What the names of its tenants' keyspaces begin with, before an underscore. */
  readonly keyspacePrefix: string;
  /** What the file says of it; checked by the datastore rules. */
  readonly file: DatastoreFile;
  /** MiB that all its tenants share; undefined where the driver has no such limit. */
  readonly quotaMiB: number | undefined;
  /** MiB that a tenant may count on which says nothing itself. */
  readonly defaultBudgetMiB: number;
  /** Undefined if the site backs it up by other means, or not at all. */
  readonly backup: Backup | undefined;
}

/** The place: `platform/site.yaml`, parsed and typed. */
export interface Site {
  readonly source: Source;
  readonly file: SiteFile;
  readonly class: string;
  readonly managementNodes: ReadonlyMap<string, Address>;
  readonly managementPods: Cidr;
  readonly managementServices: Cidr;
  readonly hosts: ReadonlyMap<string, Host>;
  readonly bridge: string;
  readonly storage: string;
  /** Percent of a host's memory that CAPMOX may hand out; 0 switches its check off. */
  readonly memoryAdjustment: number;
  readonly networks: ReadonlyMap<string, Network>;
  readonly vips: readonly PlacedRange[];
  readonly vipNetwork: string | undefined;
  readonly loadBalancerClass: string | undefined;
  readonly datastores: ReadonlyMap<string, Datastore>;
  readonly images: readonly Version[];
  readonly sizes: ReadonlyMap<string, Size>;
  readonly oidc: ReadonlyMap<string, OIDC>;
  readonly defaults: SiteDefaults;
}

export interface SiteDefaults {
  readonly cni: 'cilium' | 'calico' | 'flannel' | 'none';
  readonly replicas: number;
  readonly pods: Cidr;
  readonly services: Cidr;
  readonly machines: Machines;
}

/** Reads a site file that keeps its schema. Undefined, with findings, if an address in it cannot be read. */
export function resolveSite(
  source: Source,
  file: SiteFile,
): { readonly site: Site | undefined; readonly findings: readonly Finding[] } {
  const reader = new Reader(source);
  const networks = entries(file.networks, (name, network) =>
    resolveNetwork(reader, ['networks', name], network),
  );
  const pods = reader.cidr(['management', 'pods'], file.management.pods);
  const services = reader.cidr(['management', 'services'], file.management.services);
  const defaults = resolveDefaults(reader, file);
  const vips = reader.ranges(['vips', 'addresses'], file.vips.addresses);
  const common = {
    source,
    file,
    class: file.class,
    managementNodes: entries(file.management.nodes, (_name, text) => reader.address(text)),
    hosts: entries(file.proxmox.hosts, (_name, host) => resolveHost(reader, host)),
    bridge: file.proxmox.bridge,
    storage: file.proxmox.storage,
    memoryAdjustment: file.proxmox.memoryAdjustment ?? 100,
    networks,
    vips,
    vipNetwork: file.vips.network,
    loadBalancerClass: file.vips.loadBalancerClass,
    datastores: entries(file.datastores, (name, datastore) => resolveDatastore(reader, name, datastore)),
    images: file.images.flatMap((text) => reader.version(text) ?? []),
    sizes: entries(file.sizes, (name, size) => resolveSize(reader, ['sizes', name], size)),
    oidc: entries(file.oidc ?? {}, (_name, provider) => provider),
  };
  const complete =
    pods !== undefined && services !== undefined && defaults !== undefined && reader.findings.length === 0;
  return {
    site: complete ? { ...common, managementPods: pods, managementServices: services, defaults } : undefined,
    findings: reader.findings,
  };
}

function resolveDefaults(reader: Reader, { defaults }: SiteFile): SiteDefaults | undefined {
  const pods = reader.cidr(['defaults', 'pods'], defaults.pods);
  const services = reader.cidr(['defaults', 'services'], defaults.services);
  if (pods === undefined || services === undefined) return undefined;
  return {
    cni: defaults.cni,
    replicas: defaults.replicas,
    pods,
    services,
    machines: defaults.machines ?? {},
  };
}

interface NetworkFile {
  readonly vlan?: number;
  readonly subnet?: string;
  readonly gateway?: string;
  readonly dns?: readonly string[];
  readonly bridge?: string;
  readonly mtu?: number;
  readonly metric?: number;
  readonly reserved?: string | readonly string[];
}

/** A network with its addresses parsed; undefined if one of them is missing or cannot be read. */
export function resolveNetwork(reader: Reader, path: Path, file: NetworkFile): Network | undefined {
  const subnet = reader.cidr([...path, 'subnet'], file.subnet);
  const gateway = reader.address(file.gateway);
  if (subnet === undefined || gateway === undefined) return undefined;
  const dns = (file.dns ?? []).flatMap((text) => reader.address(text) ?? []);
  const { vlan, bridge, mtu, metric } = file;
  return {
    subnet,
    gateway,
    dns,
    reserved: reader.ranges([...path, 'reserved'], file.reserved),
    ...(vlan === undefined ? {} : { vlan }),
    ...(bridge === undefined ? {} : { bridge }),
    ...(mtu === undefined ? {} : { mtu }),
    ...(metric === undefined ? {} : { metric }),
  };
}

function resolveHost(reader: Reader, file: SiteFile['proxmox']['hosts'][string]): Host | undefined {
  const address = reader.address(file.address);
  const memoryMiB = reader.mebibytes(file.memory);
  return address === undefined || memoryMiB === undefined
    ? undefined
    : { address, memoryMiB, cores: file.cores };
}

function resolveDatastore(reader: Reader, name: string, file: DatastoreFile): Datastore {
  const { driver } = file;
  const quotaMiB = driver === 'etcd' ? reader.mebibytes(file.quota ?? '8Gi') : undefined;
  return {
    name,
    driver,
    keyspacePrefix: file.keyspacePrefix ?? 'kaas',
    file,
    quotaMiB,
    defaultBudgetMiB: reader.mebibytes(file.defaultBudget) ?? 512,
    backup: resolveBackup(reader, ['datastores', name, 'backup'], file.backup, { driver, quotaMiB }),
  };
}

/** The entries of a map of the file by name, in the order of their names; what cannot be read is left out. */
function entries<File, Value>(
  map: { readonly [name: string]: File },
  read: (name: string, file: File) => Value | undefined,
): ReadonlyMap<string, Value> {
  const sorted = Object.entries(map).sort(([a], [b]) => compareText(a, b));
  return new Map(
    sorted.flatMap(([name, file]) => {
      const value = read(name, file);
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}
