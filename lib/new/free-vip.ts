import { canWidenVips, freeVips, hasUsableVips } from '../checks/free.ts';
import { noAddressLeft } from '../checks/next-free.ts';
import type { FleetDraft } from '../fleet/index.ts';
import { type Address, addressText, rangeText, sizeOf } from '../net/index.ts';
import type { Lack } from './request.ts';

/** The lowest address of vips.addresses that nothing in the fleet has. */
export function freeVip(fleet: FleetDraft): string | Lack {
  if (!hasUsableVips(fleet)) return wrongVips;
  const next = freeVips(fleet).take(1);
  if (next !== undefined) return addressText(next.first as Address);
  return {
    option: 'vip',
    problem: `all ${String(fleet.site.vips.reduce((sum, range) => sum + sizeOf(range), 0))} addresses of vips.addresses are taken`,
    allowed: `allowed: a free address of ${fleet.site.vips.map(rangeText).join(', ')}`,
    remedy: canWidenVips(fleet)
      ? 'widen vips.addresses in the site file'
      : noAddressLeft(fleet.site.vipNetwork),
    askable: false,
  };
}

const wrongVips: Lack = {
  option: 'vip',
  problem: 'vips.addresses of the site are not in the subnet of vips.network',
  allowed: 'allowed: addresses of a network of the site',
  remedy: 'correct vips in the site file',
  askable: false,
};
