import { addressText, contains, type Range, rangeText, single } from '../../../net/index.ts';
import { listed } from '../../text.ts';
import type { HistoryRule } from '../history-rule.ts';

/** Source: metallb#703, metallb#1916: a pool is edited under a live Service. */
export const rule: HistoryRule = {
  id: 'vips-shrunk',
  severity: 'error',
  summary: 'The VIPs of the site keep every address that a tenant has.',
  why: 'MetalLB takes an address that its pools no longer hold away from the Service: nobody reaches that control plane any more.',
  earlier: `controlPlane: {vip: 10.4.0.110}
--- # platform/site.yaml
vips: {network: mgmt, addresses: 10.4.0.100-10.4.0.199}`,
  example: `controlPlane: {vip: 10.4.0.110}
--- # platform/site.yaml
vips: {network: mgmt, addresses: 10.4.0.100-10.4.0.105}`,
  remedy: 'keep them in; the other addresses can go',
  *check(earlier, { site, tenants }) {
    const names = new Set(tenants.map(({ name }) => name));
    const lost = earlier.tenants.filter(
      ({ name, vip }) =>
        vip !== undefined && names.has(name) && within(earlier.site.vips, vip) && !within(site.vips, vip),
    );
    if (lost.length === 0) return;
    const vips = lost.map(({ name, vip }) => `${vip === undefined ? '' : addressText(vip)} of ${name}`);
    yield {
      place: site.source.place(['vips', 'addresses']),
      problem: `vips.addresses (${listed(site.vips.map(rangeText))}) loses ${listed(vips)}`,
      allowed: `allowed: ranges with all of them, such as ${listed(earlier.site.vips.map(rangeText))}`,
    };
  },
};

function within(ranges: readonly Range[], vip: Parameters<typeof single>[0]): boolean {
  return ranges.some((range) => contains(range, single(vip)));
}
