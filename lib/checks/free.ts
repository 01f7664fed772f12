import type { FleetDraft, Network } from '../fleet/index.ts';
import { contains, FreeStretches, merged, type Stretch, Taken } from '../net/index.ts';
import { fixedAddressesOf } from './fixed-addresses.ts';
import { reservedOf } from './networks.ts';
import { edgesOf, nodeRangesOf } from './node-ranges.ts';

/** False while vips.addresses are themselves wrong: an address of them is then no VIP, or cannot be told for one. */
export function hasUsableVips({ site }: FleetDraft): boolean {
  if (site.vipNetwork === undefined) return true;
  const network = site.networks.get(site.vipNetwork);
  return network !== undefined && site.vips.every((range) => contains(network.subnet, range));
}

/** False if not even wider vips.addresses would have a free one: the whole network is taken or reserved. */
export function canWidenVips(fleet: FleetDraft): boolean {
  const network = fleet.site.networks.get(fleet.site.vipNetwork ?? '');
  return network === undefined || new FreeAddresses(fleet).in(network).longest > 0;
}

/** The addresses of vips.addresses that nothing in the fleet has. */
export function freeVips(fleet: FleetDraft): FreeStretches {
  const network = fleet.site.networks.get(fleet.site.vipNetwork ?? '');
  const edges = network === undefined ? [] : edgesOf(network.subnet).map(({ address }) => at(address));
  const taken = new Taken([
    ...vipsOf(fleet),
    ...fixedAddressesOf(fleet),
    ...nodeRangesOf(fleet),
    ...reservedOf(fleet),
    ...edges,
  ]);
  return new FreeStretches(merged(fleet.site.vips).flatMap((range) => taken.gaps(range)));
}

/** Addresses at the start of a subnet that are left to switches and other things no file knows. */
const infrastructure = 10;

/** What machines may take in each network, from where the tenants of the network begin. */
export class FreeAddresses {
  readonly #taken: Taken;
  readonly #ofMachines: Taken;
  readonly #ofOthers: Taken;

  constructor(fleet: FleetDraft) {
    const ranges = nodeRangesOf(fleet);
    this.#ofMachines = new Taken(ranges);
    const others = [...fixedAddressesOf(fleet), ...fleet.site.vips, ...vipsOf(fleet), ...reservedOf(fleet)];
    this.#ofOthers = new Taken(others);
    this.#taken = new Taken([...others, ...ranges]);
  }

  /** True if the network would have no address for a machine even without the machines that are there. */
  isFull({ subnet }: Network): boolean {
    const edge = subnet.prefix >= 31 ? 0 : 1;
    return this.#ofOthers.gaps({ first: subnet.first + edge, last: subnet.last - edge }).length === 0;
  }

  in({ subnet }: Network): FreeStretches {
    const edge = subnet.prefix >= 31 ? 0 : 1;
    const start = subnet.last - subnet.first >= 4 * infrastructure ? infrastructure : edge;
    const first = Math.min(subnet.first + start, this.#ofMachines.lowestIn(subnet) ?? Infinity);
    const within = { first: Math.max(first, subnet.first + edge), last: subnet.last - edge };
    return new FreeStretches(this.#taken.gaps(within));
  }
}

/** Ids come in hundreds: a tenant is recognized by the first digits of its VMs. */
export const vmidBlock = 100;
/** Low ids are left to the VMs that a site had before. */
const lowestVmid = 10_100;
/** Source: Proxmox VE, pve-vmid. */
const highestVmid = 999_999_999;

/**
 * VM ids that no tenant has, each stretch from the start of a hundred: those above the lowest that a tenant has, and then
 * those below it.
 */
export function freeVmids({ tenants }: FleetDraft): FreeStretches {
  const taken = tenants.flatMap(({ vmids }) =>
    vmids === undefined ? [] : [{ first: vmids.start, last: vmids.end }],
  );
  const lowest = taken.reduce((least, { first }) => Math.min(least, first), Infinity);
  const first = lowest === Infinity ? lowestVmid : Math.max(vmidBlock, startOfBlock(lowest));
  const ids = new Taken(taken);
  const above = ids.gaps({ first, last: highestVmid });
  const below = ids.gaps({ first: lowestVmid, last: first - 1 });
  return new FreeStretches([...above, ...below], vmidBlock);
}

/** Cilium cluster ids that no tenant has. */
export function freeClusterIds({ tenants }: FleetDraft): FreeStretches {
  const taken = tenants.flatMap(({ cniClusterID: id }) => (id === undefined ? [] : [at(id)]));
  return new FreeStretches(new Taken(taken).gaps({ first: 1, last: 255 }));
}

const startOfBlock = (id: number): number => Math.floor(id / vmidBlock) * vmidBlock;

const at = (number: number): Stretch => ({ first: number, last: number });

const vipsOf = ({ tenants }: FleetDraft): Stretch[] =>
  tenants.flatMap(({ vip }) => (vip === undefined ? [] : [at(vip)]));
