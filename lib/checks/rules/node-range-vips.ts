import { type Address, addressText, contains, overlaps, single } from '../../net/index.ts';
import type { Related } from '../../finding/index.ts';
import type { Site, TenantDraft } from '../../fleet/index.ts';
import { type NodeRange, nodeRangesOf, shownRange } from '../node-ranges.ts';
import { pointsIn, sortedByStart } from '../sweep.ts';
import type { Rule } from '../rule.ts';

/** Source: CAPMOX skips its own check under externalManagedControlPlane (proxmoxcluster_webhook.go, v0.9.0). */
export const rule: Rule = {
  id: 'node-range-vips',
  severity: 'error',
  summary: 'The addresses of machines hold no address that MetalLB hands out.',
  why: 'A machine takes the VIP of a control plane, and every worker of that tenant talks to the wrong machine. No controller checks it.',
  example: `network: {name: mgmt, addresses: 10.4.0.90-10.4.0.105}`,
  remedy: 'take addresses outside vips.addresses',
  *check(fleet, { free }) {
    const isInPool = (vip: Address): boolean => fleet.site.vips.some((pool) => contains(pool, single(vip)));
    const vips = sortedByStart(
      fleet.tenants.flatMap((tenant) =>
        // A VIP outside of vips.addresses is a fault of its own, and not of the range that it happens to be in.
        tenant.vip === undefined || !isInPool(tenant.vip)
          ? []
          : [{ first: tenant.vip, last: tenant.vip, tenant }],
      ),
    );
    for (const range of nodeRangesOf(fleet)) {
      const pools = fleet.site.vips.filter((pool) => overlaps(pool, range));
      if (pools.length === 0) continue;
      const holders = pointsIn(vips, range);
      const held = holders.map(({ first, tenant }) => `VIP ${addressText(first)} of ${tenant.name}`);
      yield {
        place: range.source.place(range.path),
        problem: `addresses ${shownRange(range)} overlap ${[...pools.map((pool) => `vips.addresses (${shownRange(pool)})`), ...held].join(' and ')}`,
        allowed: 'allowed: addresses outside vips.addresses',
        remedy: free.addresses(range),
        related: relatedOf(fleet.site, pools, holders),
      };
    }
  },
};

function relatedOf(
  site: Site,
  pools: readonly Pick<NodeRange, 'path'>[],
  holders: readonly { readonly tenant: TenantDraft }[],
): Related[] {
  return [
    ...pools.map(({ path }) => ({ place: site.source.place(path), note: 'vips.addresses' })),
    ...holders.map(({ tenant }) => ({
      place: tenant.source.place(['controlPlane', 'vip']),
      note: `VIP of ${tenant.name}`,
    })),
  ];
}
