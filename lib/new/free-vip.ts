import { freeVips } from '../checks/free.ts';
import type { FleetDraft } from '../fleet/index.ts';
import { type Address, addressText, rangeText, sizeOf } from '../net/index.ts';
import type { Lack } from './request.ts';

/** The lowest address of vips.addresses that nothing in the fleet has. */
export function freeVip(fleet: FleetDraft): string | Lack {
  const next = freeVips(fleet).take(1);
  if (next !== undefined) return addressText(next.first as Address);
  return {
    option: 'vip',
    problem: `all ${String(fleet.site.vips.reduce((sum, range) => sum + sizeOf(range), 0))} addresses of vips.addresses are taken`,
    allowed: `allowed: a free address of ${fleet.site.vips.map(rangeText).join(', ')}`,
    remedy: 'widen vips.addresses in the site file',
    askable: false,
  };
}
