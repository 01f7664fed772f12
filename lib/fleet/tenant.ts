import type { Finding } from '../finding/index.ts';
import { type Address, addressPlus, type Cidr } from '../net/index.ts';
import type { DeepPartial } from './deep-partial.ts';
import type { OIDC, Patch, TenantFile } from './generated/tenant-file.ts';
import { definedTexts, isPool, type Pool, type PoolDraft, resolvePool, unknownName } from './pool.ts';
import { type Machines, resolveMachines } from './machines.ts';
import { type PlacedRange, Reader } from './reader.ts';
import { type Datastore, type Network, resolveNetwork, type Site } from './site.ts';
import type { Source } from './source.ts';
import type { Version } from './version.ts';
import { type ControlPlane, resolveControlPlane } from './control-plane.ts';

/** Ids that a tenant's VMs may take, both ends included. */
export interface VmIds {
  readonly start: number;
  readonly end: number;
}

/** One workload cluster and the people who own it: `tenants/NAME.yaml`, parsed and typed. */
export interface Tenant extends ControlPlane {
  readonly source: Source;
  readonly name: string;
  readonly owner: string;
  readonly state: 'active' | 'removing';
  readonly paused: boolean;
  readonly class: string;
  readonly version: Version;
  readonly vip: Address;
  readonly datastore: Datastore;
  readonly oidc: OIDC | undefined;
  /** Name of the site's network, undefined if the tenant describes its own. */
  readonly networkName: string | undefined;
  readonly network: Network;
  readonly addresses: readonly PlacedRange[];
  readonly pods: Cidr;
  readonly services: Cidr;
  readonly domain: string;
  readonly cni: 'cilium' | 'calico' | 'flannel' | 'none';
  readonly cniClusterID: number | undefined;
  readonly cniMtu: number | undefined;
  readonly vmids: VmIds;
  readonly memoryAdjustment: number;
  readonly loadBalancerClass: string | undefined;
  /** Bridge of networks that name none. */
  readonly defaultBridge: string;
  /** What holds for the machines of every pool, before a pool speaks. */
  readonly machines: Machines;
  readonly pools: readonly Pool[];
  readonly autoscaler: NonNullable<TenantFile['autoscaler']>;
  readonly view: readonly string[];
  readonly kubeconfig: readonly string[];
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly budgetMiB: number | undefined;
  readonly patches: readonly Patch[];
  readonly accept: readonly { readonly rule: string; readonly reason: string }[];
}

/** What the file says, word for word, as far as it keeps its schema: for checks of what was written and where. */
interface Written {
  readonly file: DeepPartial<TenantFile>;
}

type Always = ControlPlane &
  Written &
  Pick<
    Tenant,
    | 'source'
    | 'name'
    | 'state'
    | 'paused'
    | 'class'
    | 'addresses'
    | 'view'
    | 'kubeconfig'
    | 'labels'
    | 'annotations'
    | 'patches'
    | 'accept'
  >;

/** A tenant as far as its file can be read: what the checks look at, so that one bad line hides no other problem. */
export type TenantDraft = Always & Partial<Omit<Tenant, 'pools'>> & { readonly pools: readonly PoolDraft[] };

/** Reads a tenant file as far as it keeps its schema. */
export function resolveTenant(
  source: Source,
  name: string,
  file: DeepPartial<TenantFile>,
  site: Site,
): { readonly draft: TenantDraft; readonly findings: readonly Finding[] } {
  const reader = new Reader(source);
  const version = reader.version(file.kubernetes);
  const vip = reader.address(file.controlPlane?.vip);
  const datastore = datastoreOf(reader, site, file.controlPlane?.datastore);
  const network = networkOf(reader, site, file.network);
  const pods = reader.cidr(['pods'], file.pods) ?? (file.pods === undefined ? site.defaults.pods : undefined);
  const services =
    reader.cidr(['services'], file.services) ??
    (file.services === undefined ? site.defaults.services : undefined);
  const vmids = vmIdsOf(reader, file.vmids);
  const levels = [
    { file: site.defaults.machines, path: undefined },
    { file: file.machines ?? {}, path: ['machines'] },
  ];
  const draft: TenantDraft = {
    ...resolveControlPlane(site, file.controlPlane),
    file,
    source,
    name,
    ...(file.owner === undefined ? {} : { owner: file.owner }),
    state: file.state ?? 'active',
    paused: file.paused ?? false,
    class: file.class ?? site.class,
    ...(version === undefined ? {} : { version }),
    ...(vip === undefined ? {} : { vip }),
    ...(datastore === undefined ? {} : { datastore }),
    oidc: oidcOf(reader, site, file.controlPlane?.oidc),
    networkName: file.network?.name,
    ...(network === undefined ? {} : { network }),
    addresses: reader.ranges(['network', 'addresses'], file.network?.addresses),
    ...(pods === undefined ? {} : { pods }),
    ...(services === undefined ? {} : { services }),
    domain: file.domain ?? 'cluster.local',
    ...cniOf(site, file.cni),
    ...(vmids === undefined ? {} : { vmids }),
    memoryAdjustment: file.memoryAdjustment ?? site.memoryAdjustment,
    loadBalancerClass: site.loadBalancerClass,
    defaultBridge: site.bridge,
    machines: resolveMachines(reader, site, levels),
    pools: Object.entries(file.pools ?? {}).map(([pool, poolFile]) =>
      resolvePool(reader, site, pool, poolFile ?? {}, levels),
    ),
    autoscaler: autoscalerOf(file.autoscaler),
    view: presentTexts(file.access?.view),
    kubeconfig: presentTexts(file.access?.kubeconfig),
    labels: definedTexts(file.labels),
    annotations: definedTexts(file.annotations),
    budgetMiB: reader.mebibytes(file.budget),
    patches: (file.patches ?? []).filter(isPatch),
    accept: (file.accept ?? []).filter(isAcceptance),
  };
  return { draft, findings: reader.findings };
}

/** True if nothing that building needs is missing. Whatever is missing has left an error. */
export function isTenant(draft: TenantDraft): draft is Tenant & TenantDraft {
  const { owner, version, vip, datastore, network, pods, services, vmids, pools } = draft;
  return (
    [owner, version, vip, datastore, network, pods, services, vmids].every((part) => part !== undefined) &&
    pools.every(isPool)
  );
}

/** The versions of the pools that stay on one of their own, by their names: Cluster API leaves them on what they have. */
export const heldVersionsOf = ({ pools }: Pick<Tenant, 'pools'>): ReadonlyMap<string, string> =>
  new Map(
    pools.flatMap(({ name, heldVersion }) => (heldVersion === undefined ? [] : [[name, heldVersion.text]])),
  );

/** Namespace of the tenant in the management cluster. */
export const namespaceOf = ({ name }: { readonly name: string }): string => `tenant-${name}`;

/**
 * Name of the tenant's keyspace and of its user in the datastore: explicit, because Kamaji's default is not injective
 * up to 26.7.3-edge and the object's UID afterwards (kamaji#1235). Neither the prefix nor a tenant's name has an underscore,
 * so no two tenants share one; at most 32 characters, which MySQL takes for a user (kamaji#1285).
 * It must never change while the cluster lives.
 */
export const keyspaceOf = ({
  name,
  datastore,
}: {
  readonly name: string;
  readonly datastore: Pick<Datastore, 'keyspacePrefix'>;
}): string => `${datastore.keyspacePrefix}_${name.replaceAll('-', '_')}`;

/** Address of the tenant's DNS Service: the tenth of the Services, as kubeadm chooses it. */
export const dnsServiceIPOf = ({ services }: { readonly services: Cidr }): Address =>
  addressPlus(services.first, 10);

function datastoreOf(reader: Reader, site: Site, name = 'default'): Datastore | undefined {
  const datastore = site.datastores.get(name);
  if (datastore === undefined)
    reader.reject(['controlPlane', 'datastore'], unknownName('datastore', name, site.datastores));
  return datastore;
}

function networkOf(
  reader: Reader,
  site: Site,
  file: DeepPartial<TenantFile>['network'],
): Network | undefined {
  if (file === undefined) return undefined;
  const { name, ...own } = file;
  if (name !== undefined) {
    const network = site.networks.get(name);
    if (network === undefined)
      reader.reject(['network', 'name'], unknownName('network', name, site.networks));
    return network === undefined ? undefined : { ...network, ...resolveOwn(reader, own, network) };
  }
  const missing = (['subnet', 'gateway', 'dns'] as const).filter((key) => own[key] === undefined);
  if (missing.length > 0) {
    reader.reject(['network'], {
      rule: 'network-incomplete',
      problem: `network has no name and lacks ${missing.join(', ')}`,
      allowed: `allowed: the name of a network of the site (${[...site.networks.keys()].join(', ')}), or subnet, gateway and dns`,
      remedy: 'add what is missing',
    });
    return undefined;
  }
  return resolveNetwork(reader, ['network'], { ...own, dns: presentTexts(own.dns) });
}

/** What a tenant may say of a network that it names: how its own devices use it. Where the network is stays the site's word. */
function resolveOwn(
  reader: Reader,
  own: Omit<NonNullable<DeepPartial<TenantFile>['network']>, 'name' | 'addresses'>,
  network: Network,
): Partial<Network> {
  for (const key of ['vlan', 'subnet', 'gateway', 'dns'] as const) {
    if (own[key] === undefined) continue;
    reader.reject(['network', key], {
      rule: 'network-twice',
      problem: `network has a name and a ${key} of its own (${String(own[key])})`,
      allowed: 'allowed: the name of a network of the site, or a network described here',
      remedy: `remove ${key}, or the name`,
    });
  }
  const { bridge = network.bridge, mtu = network.mtu, metric = network.metric } = own;
  return {
    ...(bridge === undefined ? {} : { bridge }),
    ...(mtu === undefined ? {} : { mtu }),
    ...(metric === undefined ? {} : { metric }),
  };
}

function oidcOf(
  reader: Reader,
  site: Site,
  file: NonNullable<DeepPartial<TenantFile>['controlPlane']>['oidc'],
): OIDC | undefined {
  if (file === undefined) return undefined;
  if (typeof file !== 'string') return isOidc(file) ? file : undefined;
  const provider = site.oidc.get(file);
  if (provider === undefined) reader.reject(['controlPlane', 'oidc'], unknownName('oidc', file, site.oidc));
  return provider;
}

function vmIdsOf(reader: Reader, text: string | undefined): VmIds | undefined {
  if (text === undefined) return undefined;
  const [start = 0, end = 0] = text.split('-').map(Number);
  if (start <= end) return { start, end };
  reader.reject(['vmids'], {
    rule: 'bad-value',
    problem: `vmids ends before it starts (${text})`,
    allowed: 'allowed: a range of Proxmox VM ids from 100 to 999999999, such as 10100-10199',
    remedy: `did you mean ${String(end)}-${String(start)}?`,
  });
  return undefined;
}

function cniOf(
  site: Site,
  file: DeepPartial<TenantFile>['cni'],
): Pick<Tenant, 'cni' | 'cniClusterID' | 'cniMtu'> {
  if (typeof file === 'object')
    return { cni: file.name ?? site.defaults.cni, cniClusterID: file.clusterID, cniMtu: file.mtu };
  return { cni: file ?? site.defaults.cni, cniClusterID: undefined, cniMtu: undefined };
}

function autoscalerOf(file: DeepPartial<TenantFile>['autoscaler']): Tenant['autoscaler'] {
  return file ?? {};
}

function presentTexts(list: string | readonly (string | undefined)[] | undefined): string[] {
  return typeof list === 'string' ? [list] : (list ?? []).filter((item) => item !== undefined);
}

const isOidc = (file: DeepPartial<OIDC>): file is OIDC =>
  file.issuer !== undefined && file.clientID !== undefined;
const isPatch = (patch: DeepPartial<Patch> | undefined): patch is Patch =>
  patch?.kind !== undefined && patch.op !== undefined && patch.path !== undefined;
const isAcceptance = (
  item: { readonly rule?: string; readonly reason?: string } | undefined,
): item is { rule: string; reason: string } => item?.rule !== undefined && item.reason !== undefined;
