import type { Related } from '../../finding/index.ts';
import type { PlacedRange, Site } from '../../fleet/index.ts';
import { addressText, overlaps, single } from '../../net/index.ts';
import { reservedOf } from '../networks.ts';
import { nodeRangesOf, shownRange } from '../node-ranges.ts';
import type { Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'reserved-taken',
  severity: 'error',
  summary: 'No VIP and no address of machines is one that a network of the site reserves.',
  why: 'The site file says that something outside the fleet has it: two machines would answer for one address, one of which no file knows.',
  example: `network: {name: acme, addresses: 10.40.0.10-10.40.0.60}
--- # platform/site.yaml
networks: {acme: {subnet: 10.40.0.0/24, gateway: 10.40.0.1, dns: [10.4.0.53], reserved: 10.40.0.50-10.40.0.99}}`,
  remedy: 'take addresses that are not reserved',
  *check(fleet, { free }) {
    const reserved = reservedOf(fleet);
    if (reserved.length === 0) return;
    for (const tenant of fleet.tenants) {
      const { vip } = tenant;
      const hit = vip === undefined ? undefined : reserved.find((range) => overlaps(range, single(vip)));
      if (vip === undefined || hit === undefined) continue;
      yield {
        place: tenant.source.place(['controlPlane', 'vip']),
        problem: `VIP ${addressText(vip)} is reserved (${shownRange(hit)})`,
        allowed: 'allowed: an address of vips.addresses that is not reserved',
        remedy: free.vip(tenant),
        related: relatedOf(fleet.site, hit),
      };
    }
    for (const range of nodeRangesOf(fleet)) {
      const hit = reserved.find((one) => overlaps(one, range));
      if (hit === undefined) continue;
      yield {
        place: range.source.place(range.path),
        problem: `addresses ${shownRange(range)} overlap reserved ones (${shownRange(hit)})`,
        allowed: 'allowed: addresses that are not reserved',
        remedy: free.addresses(range),
        related: relatedOf(fleet.site, hit),
      };
    }
  },
};

const relatedOf = ({ source }: Site, { path }: PlacedRange): Related[] => [
  { place: source.place(path), note: `reserved in network ${String(path[1])}` },
];
