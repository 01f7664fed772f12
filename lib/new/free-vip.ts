import { fixedAddressesOf } from '../checks/fixed-addresses.ts';
import { edgesOf, nodeRangesOf } from '../checks/node-ranges.ts';
import type { FleetDraft } from '../fleet/index.ts';
import { type Address, addressText, rangeText, sizeOf } from '../net/index.ts';
import { firstGap, type Stretch } from './gap.ts';
import type { Lack } from './request.ts';

/** The lowest address of vips.addresses that nothing in the fleet has. */
export function freeVip(fleet: FleetDraft): string | Lack {
  const taken = takenBySomething(fleet);
  for (const range of [...fleet.site.vips].sort((a, b) => a.first - b.first)) {
    const gap = firstGap(taken, range, 1);
    if (gap !== undefined) return addressText(gap.first as Address);
  }
  return {
    option: 'vip',
    problem: `all ${String(fleet.site.vips.reduce((sum, range) => sum + sizeOf(range), 0))} addresses of vips.addresses are taken`,
    allowed: `allowed: a free address of ${fleet.site.vips.map(rangeText).join(', ')}`,
    remedy: 'widen vips.addresses in the site file',
    askable: false,
  };
}

function takenBySomething(fleet: FleetDraft): Stretch[] {
  const { site, tenants } = fleet;
  const network = site.networks.get(site.vipNetwork ?? '');
  return [
    ...tenants.flatMap(({ vip }) => (vip === undefined ? [] : [{ first: vip, last: vip }])),
    ...fixedAddressesOf(fleet),
    ...nodeRangesOf(fleet),
    ...(network === undefined
      ? []
      : edgesOf(network.subnet).map(({ address }) => ({ first: address, last: address }))),
  ];
}
