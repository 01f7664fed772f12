import { fixedAddressesOf } from '../checks/fixed-addresses.ts';
import { nodeRangesOf } from '../checks/node-ranges.ts';
import type { FleetDraft, Network } from '../fleet/index.ts';
import { type Address, contains, overlaps, rangeText, type Range } from '../net/index.ts';
import { firstGap, longestGap } from './gap.ts';
import type { Lack } from './request.ts';

/** Addresses at the start of a subnet that are left to switches and other things no file knows. */
const infrastructure = 10;

/**
 * The first free addresses of the network for `need` machines, in tens where they fit, so that pools can grow.
 * They follow what the tenants of the network have already.
 */
export function freeAddresses(
  fleet: FleetDraft,
  name: string,
  network: Network,
  need: number,
): string | Lack {
  const taken = [...fixedAddressesOf(fleet), ...nodeRangesOf(fleet), ...fleet.site.vips];
  const within = usable(fleet, network);
  const gap = firstGap(taken, within, Math.ceil(need / 10) * 10, 1) ?? firstGap(taken, within, need, 1);
  if (gap !== undefined) return rangeText({ first: gap.first as Address, last: gap.last as Address });
  const longest = longestGap(taken, within);
  return {
    option: 'addresses',
    problem: `network ${name} has no ${String(need)} free addresses in a row, but ${String(longest)}`,
    allowed: `allowed: one address for each machine and one more for a rollout`,
    remedy:
      longest > 1
        ? `ask for fewer machines (--nodes), another network (--network), or name the addresses (--addresses)`
        : 'take another network (--network), or make one in the site file',
    askable: false,
  };
}

/** From the first address that a tenant has in the subnet, or else after those left to the infrastructure. */
function usable(fleet: FleetDraft, { subnet }: Network): Range {
  const edge = subnet.prefix >= 31 ? 0 : 1;
  const last = (subnet.last - edge) as Address;
  const inUse = nodeRangesOf(fleet).filter((range) => overlaps(subnet, range) && contains(subnet, range));
  const room = subnet.last - subnet.first >= 4 * infrastructure;
  const start = room ? infrastructure : edge;
  const first = inUse.reduce((least, range) => Math.min(least, range.first), subnet.first + start);
  return { first: Math.max(first, subnet.first + edge) as Address, last };
}
