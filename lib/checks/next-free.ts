import type { FleetDraft, Network, TenantDraft } from '../fleet/index.ts';
import {
  type Address,
  addressText,
  cidrText,
  FreeStretches,
  type Range,
  rangeText,
  sizeOf,
  type Stretch,
} from '../net/index.ts';
import { canWidenVips, FreeAddresses, freeClusterIds, freeVips, freeVmids, hasUsableVips } from './free.ts';
import type { NodeRange } from './node-ranges.ts';

/**
 * What complaints about values that are taken offer instead: each the next one that is free, so that following all of them
 * gives no new collision. Nothing is looked up before the first complaint.
 */
export class NextFree {
  readonly #fleet: FleetDraft;
  readonly #given = new Map<string, string>();
  readonly #networks = new Map<string, FreeStretches>();
  #vips: FreeStretches | undefined;
  #addresses: FreeAddresses | undefined;
  #vmids: FreeStretches | undefined;
  #clusterIds: FreeStretches | undefined;
  #names: Set<string> | undefined;

  constructor(fleet: FleetDraft) {
    this.#fleet = fleet;
  }

  /** What to do about the VIP of a tenant. */
  vip(tenant: TenantDraft): string {
    return this.#once('vip', tenant, () => {
      if (!hasUsableVips(this.#fleet)) return 'correct vips of the site file, then take an address of it';
      this.#vips ??= freeVips(this.#fleet);
      const next = this.#vips.take(1);
      return next === undefined
        ? this.#noVip()
        : `take the next free VIP, ${addressText(next.first as Address)}`;
    });
  }

  #noVip(): string {
    return canWidenVips(this.#fleet)
      ? 'no address of vips.addresses is free: widen it in the site file'
      : noAddressLeft(this.#fleet.site.vipNetwork);
  }

  /** What to do about a range of machine addresses: as many others in the same network, and at least as many as are needed. */
  addresses(range: NodeRange): string {
    const { network, path, tenant } = range;
    const count = Math.max(sizeOf(range), range.needed);
    const offer = (): string => {
      const free = this.#in(network);
      const next = free.take(count);
      if (next !== undefined)
        return `take the next free addresses of the network, ${rangeText(next as Range)}`;
      return this.#addresses?.isFull(network) === true
        ? `${cidrText(network.subnet)} has no address for machines: take another network, or reserve fewer`
        : `${cidrText(network.subnet)} has no ${String(count)} free addresses in a row: take several ranges, or another network`;
    };
    return this.#once('addresses', tenant, offer, path.join('/'));
  }

  /** What to do about the VM ids of a tenant: as many others. */
  vmids(tenant: TenantDraft, { first, last }: Stretch): string {
    return this.#once('vmids', tenant, () => {
      this.#vmids ??= freeVmids(this.#fleet);
      const next = this.#vmids.take(last - first + 1);
      return next === undefined
        ? 'take ids that are free'
        : `take the next free ids, ${String(next.first)}-${String(next.last)}`;
    });
  }

  /** What to do about the Cilium cluster id of a tenant. */
  clusterId(tenant: TenantDraft): string {
    return this.#once('clusterId', tenant, () => {
      this.#clusterIds ??= freeClusterIds(this.#fleet);
      const next = this.#clusterIds.take(1);
      return next === undefined
        ? 'all 255 are taken: leave clusterID out where there is no mesh'
        : `take the next free id, ${String(next.first)}`;
    });
  }

  /** The name, or what is next to it that no tenant has: acme, acme-2, acme-3. */
  tenantName(wanted: string): string {
    this.#names ??= new Set(this.#fleet.tenants.map(({ name }) => name));
    const next = nextName(wanted, this.#names);
    this.#names.add(next);
    return next;
  }

  #in(network: Network): FreeStretches {
    const key = cidrText(network.subnet);
    this.#addresses ??= new FreeAddresses(this.#fleet);
    const known = this.#networks.get(key) ?? this.#addresses.in(network);
    this.#networks.set(key, known);
    return known;
  }

  /** What collides with two things is told twice, and offered one and the same. */
  #once(kind: string, tenant: TenantDraft, offer: () => string, path = ''): string {
    const key = `${kind} ${tenant.name} ${path}`;
    const known = this.#given.get(key) ?? offer();
    this.#given.set(key, known);
    return known;
  }
}

/** What to do where a network has no address for one more VIP. */
export const noAddressLeft = (network: string | undefined): string =>
  `no address of vips.addresses is free, and none of network ${String(network)}: reserve fewer there, or give VIPs another network`;

/** The name, or else the first of NAME-2, NAME-3, ... that is not taken; at most 24 characters, as a tenant's name must be. */
export function nextName(wanted: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const ending = number === 1 ? '' : `-${String(number)}`;
    const name = `${wanted.slice(0, 24 - ending.length).replace(/-+$/, '')}${ending}`;
    if (!taken.has(name)) return name;
  }
}
