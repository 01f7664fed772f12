import { type Address, addressText, contains, rangeText, single } from '../../net/index.ts';
import type { FleetDraft, TenantDraft } from '../../fleet/index.ts';
import { fixedAddressesOf } from '../fixed-addresses.ts';
import { hasUsableVips } from '../free.ts';
import { type NodeRange, nodeRangesOf, shownRange } from '../node-ranges.ts';
import { pointsIn, sortedByStart, type Span } from '../sweep.ts';
import { listed } from '../text.ts';
import type { Rule } from '../rule.ts';

/** Source: MetalLB leaves the Service pending, "not in the requested pool" (metallb#1916). */
export const rule: Rule = {
  id: 'vip-in-range',
  severity: 'error',
  summary: 'A VIP is one of vips.addresses of the site.',
  why: 'MetalLB hands out nothing else: the Service stays pending and the control plane never gets an endpoint.',
  example: 'controlPlane: {vip: 10.4.0.99}',
  remedy: 'take a free address of vips.addresses, or widen it in the site file',
  *check(fleet, { free }) {
    const { site } = fleet;
    const outside = vipsOutside(fleet);
    const sorted = sortedByStart(outside);
    const holders = new Map<TenantDraft, NodeRange>();
    for (const range of nodeRangesOf(fleet))
      for (const { tenant } of pointsIn(sorted, range)) holders.set(tenant, range);
    const fixed = new Set(fixedAddressesOf(fleet).map(({ address }) => address));
    for (const { tenant, first: vip } of outside) {
      const holder = holders.get(tenant);
      yield {
        place: tenant.source.place(['controlPlane', 'vip']),
        problem: `VIP ${addressText(vip)} is not one of the site's${holder === undefined ? '' : `, and one of the machine addresses of ${holder.tenant.name} (${shownRange(holder)})`}`,
        allowed: `allowed: ${listed(site.vips.map(rangeText))}`,
        remedy: remedy(fleet, free.vip(tenant), holder !== undefined || fixed.has(vip)),
        related: [
          { place: site.source.place(['vips', 'addresses']), note: 'vips.addresses' },
          ...(holder === undefined
            ? []
            : [{ place: holder.source.place(holder.path), note: `machines of ${holder.tenant.name}` }]),
        ],
      };
    }
  },
};

interface Outside extends Span {
  readonly first: Address;
  readonly tenant: TenantDraft;
}

function vipsOutside({ site, tenants }: FleetDraft): Outside[] {
  return tenants.flatMap((tenant) => {
    const { vip } = tenant;
    return vip === undefined || site.vips.some((range) => contains(range, single(vip)))
      ? []
      : [{ first: vip, last: vip, tenant }];
  });
}

/** Wider vips.addresses are a way out only if they are right, and nothing else has the address. */
function remedy(fleet: FleetDraft, offer: string, isTaken: boolean): string {
  return isTaken || !hasUsableVips(fleet) || offer.includes('vips.addresses')
    ? offer
    : `${offer}, or widen vips.addresses in the site file`;
}
