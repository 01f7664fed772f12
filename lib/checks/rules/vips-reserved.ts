import { addressText } from '../../net/index.ts';
import { fixedAddressesOf } from '../fixed-addresses.ts';
import { edgesOf, shownRange } from '../node-ranges.ts';
import { pointsIn, sortedByStart } from '../sweep.ts';
import type { Rule } from '../rule.ts';

/** Source: metallb#364, refused by MetalLB itself for known nodes since metallb#2585. */
export const rule: Rule = {
  id: 'vips-reserved',
  severity: 'error',
  summary: 'vips.addresses hold no address that something else has, and not the edges of their network.',
  why: 'MetalLB would answer for the address of a node, a gateway or a DNS server and take it off the network.',
  example: `--- # platform/site.yaml
vips: {network: mgmt, addresses: 10.4.0.0/24}`,
  remedy: 'leave those addresses out: give a list of ranges around them',
  *check(fleet) {
    const { site } = fleet;
    const network = site.networks.get(site.vipNetwork ?? '');
    const edges = network === undefined ? [] : edgesOf(network.subnet);
    const fixed = sortedByStart(fixedAddressesOf(fleet));
    for (const range of site.vips) {
      const holders = pointsIn(fixed, range);
      const inside = [
        ...edges.filter(({ address }) => range.first <= address && address <= range.last),
        ...holders,
      ]
        .sort((a, b) => a.address - b.address)
        .map(({ address, what }) => `${addressText(address)} (${what})`);
      if (inside.length === 0) continue;
      yield {
        place: site.source.place(range.path),
        problem: `vips.addresses ${shownRange(range)} include ${inside.join(', ')}`,
        allowed: 'allowed: addresses that nothing else has',
        related: holders.map(({ source, path, what }) => ({ place: source.place(path), note: what })),
      };
    }
  },
};
