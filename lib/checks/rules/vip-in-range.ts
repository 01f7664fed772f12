import { addressText, contains, rangeText, single } from '../../net/index.ts';
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
    const { site, tenants } = fleet;
    for (const tenant of tenants) {
      const { vip, source } = tenant;
      if (vip === undefined || site.vips.some((range) => contains(range, single(vip)))) continue;
      yield {
        place: source.place(['controlPlane', 'vip']),
        problem: `VIP ${addressText(vip)} is not one of the site's`,
        allowed: `allowed: ${listed(site.vips.map(rangeText))}`,
        remedy: `${free.vip(tenant)}, or widen vips.addresses in the site file`,
        related: [{ place: site.source.place(['vips', 'addresses']), note: 'vips.addresses' }],
      };
    }
  },
};
