import { dnsServiceIPOf, keyspaceOf, type Machines, type Pool, type Tenant } from '../../fleet/index.ts';
import { addressText, rangeText } from '../../net/index.ts';
import { providerIdArg } from '../class/join-variables.ts';
import type { Json } from '../class/variable.ts';
import { apiServerArgs, apiServerVolumes, auditVolume, componentArgs } from './control-plane-args.ts';
import { kubeletPatches } from './kubelet-patches.ts';
import { machineFiles, users } from './machine-files.ts';
import { kubeletLabels } from './node-labels.ts';

/** Values of class variables by name; what is not set follows the class. */
export type ClassValues = Readonly<Record<string, Json>>;

/** What the tenant says of the class's variables, for the control plane and for machines of every pool. */
export function tenantValues(tenant: Tenant): ClassValues {
  const { network, machines } = tenant;
  return {
    ...nonEmptyMap('serviceAnnotations', tenant.serviceAnnotations),
    vip: addressText(tenant.vip),
    ...optional('loadBalancerClass', tenant.loadBalancerClass),
    ...nonEmpty('certSANs', tenant.certSANs),
    dnsServiceIP: addressText(dnsServiceIPOf(tenant)),
    dataStoreName: tenant.datastore.name,
    dataStoreSchema: keyspaceOf(tenant),
    dataStoreUsername: keyspaceOf(tenant),
    ...nonEmpty('apiServerArgs', apiServerArgs(tenant)),
    ...nonEmpty('controllerManagerArgs', componentArgs(tenant.controllerManager.args)),
    ...nonEmpty('schedulerArgs', componentArgs(tenant.scheduler.args)),
    apiServerRequests: { cpu: tenant.apiServer.cpu, memory: tenant.apiServer.memory },
    controllerManagerRequests: { cpu: tenant.controllerManager.cpu, memory: tenant.controllerManager.memory },
    schedulerRequests: { cpu: tenant.scheduler.cpu, memory: tenant.scheduler.memory },
    ...volumes(tenant),
    ...nonEmpty('kubeletPatches', kubeletPatches(tenant)),
    allowedNodes: machines.hosts,
    dnsServers: network.dns.map(addressText),
    ipv4Config: {
      addresses: tenant.addresses.map(rangeText),
      prefix: network.subnet.prefix,
      gateway: addressText(network.gateway),
      metric: network.metric ?? 100,
    },
    memoryAdjustment: tenant.memoryAdjustment,
    vmIDRange: { start: tenant.vmids.start, end: tenant.vmids.end },
    ...optional('vlan', network.vlan),
    ...optional('mtu', network.mtu),
    ...sharedValues(tenant),
  };
}

/**
 * What the tenant's machines have, as far as every pool has it in some form: a pool can replace a value of the Cluster
 * but not take one away, so what one pool goes without is said by each of the others.
 */
function sharedValues(tenant: Tenant): ClassValues {
  const pools = tenant.pools.map((pool) => machineValues(tenant, pool));
  return Object.fromEntries(
    Object.entries(machineValues(tenant, tenant.machines)).filter(([name]) =>
      pools.every((own) => own[name] !== undefined),
    ),
  );
}

/** What a pool's machines differ in from `common`, the tenant's values, and what only a pool can say. */
export function poolValues(tenant: Tenant, pool: Pool, common: ClassValues): ClassValues {
  const { cores, sockets, memoryMiB, diskGiB } = pool.size;
  const own = { ...machineValues(tenant, pool), ...kubeletArgs(pool, pool.labels) };
  const differing = Object.entries(own).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(common[name]),
  );
  return {
    workerSize: { cores, sockets, memoryMiB, diskGiB },
    ...(sameList(pool.hosts, tenant.machines.hosts) ? {} : { poolAllowedNodes: pool.hosts }),
    ...nonEmpty(
      'nodeTaints',
      pool.taints.map(({ key, value, effect }) => ({
        key,
        ...(value === undefined ? {} : { value }),
        effect,
      })),
    ),
    ...Object.fromEntries(differing),
  };
}

/** What holds for machines at either level. */
function machineValues(tenant: Tenant, machines: Machines): ClassValues {
  return {
    bridge: machines.bridge ?? tenant.network.bridge ?? tenant.defaultBridge,
    nicModel: machines.nicModel,
    ...nicValues(tenant, machines),
    bootDisk: machines.bootDisk,
    imageTag: machines.imageTag,
    vmTags: ['kaas', tenant.name, ...machines.tags.filter((tag) => tag !== 'kaas' && tag !== tenant.name)],
    storage: machines.storage,
    diskFormat: machines.format,
    ...optional('proxmoxPool', machines.proxmoxPool),
    ...checks(machines),
    ...kubeletArgs(machines, {}),
    ...nonEmpty('users', users(machines)),
    ...nonEmpty('files', machineFiles(machines)),
    ...nonEmpty('preCommands', machines.preCommands),
    ...nonEmpty('postCommands', machines.postCommands),
  };
}

function nicValues(tenant: Tenant, { nics }: Machines): ClassValues {
  return Object.fromEntries(
    nics.map(({ networkName, network, model }, index) => [
      `nic${String(index + 1)}`,
      {
        name: `net${String(index + 1)}`,
        bridge: network.bridge ?? tenant.defaultBridge,
        model,
        ...optional('vlan', network.vlan),
        ...optional('mtu', network.mtu),
        ipPoolRef: [
          {
            apiGroup: 'ipam.cluster.x-k8s.io',
            kind: 'InClusterIPPool',
            name: ipPoolName(tenant, networkName),
          },
        ],
      },
    ]),
  );
}

/** Name of the IP pool of a tenant in a network of the site. */
export const ipPoolName = ({ name }: { readonly name: string }, network: string): string =>
  `${name}-${network}`;

/**
 * Images without cloud-init report no end of it, and CAPMOX would wait for ever (CAPMOX #291).
 * It asks for that end through the guest agent, so without an agent there is nothing to wait for either.
 */
function checks({ imageOs, guestAgent }: Machines): ClassValues {
  const hasCloudInit = imageOs !== 'flatcar' && imageOs !== 'talos';
  if (hasCloudInit && guestAgent) return {};
  return { checks: { skipCloudInitStatus: true, skipQemuGuestAgent: !guestAgent } };
}

function kubeletArgs(machines: Machines, poolLabels: Readonly<Record<string, string>>): ClassValues {
  const nodeLabels = kubeletLabels(poolLabels);
  const own = Object.entries({
    ...machines.kubeletArgs,
    ...(nodeLabels === '' ? {} : { 'node-labels': nodeLabels }),
  }).sort();
  return own.length === 0
    ? {}
    : { kubeletExtraArgs: [providerIdArg, ...own.map(([name, value]) => ({ name, value }))] };
}

function volumes(tenant: Tenant): ClassValues {
  const all = [...apiServerVolumes(tenant), ...auditVolume(tenant)];
  return {
    ...nonEmpty(
      'apiServerVolumes',
      all.map(({ volume }) => volume),
    ),
    ...nonEmpty(
      'apiServerVolumeMounts',
      all.map(({ mount }) => mount),
    ),
  };
}

function optional(name: string, value: Json | undefined): ClassValues {
  return value === undefined ? {} : { [name]: value };
}

function nonEmptyMap(name: string, value: Readonly<Record<string, string>>): ClassValues {
  return Object.keys(value).length === 0 ? {} : { [name]: value };
}

function nonEmpty(name: string, value: readonly Json[]): ClassValues {
  return value.length === 0 ? {} : { [name]: value };
}

const sameList = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((item, index) => item === b[index]);
