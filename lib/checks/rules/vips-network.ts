import { cidrText, contains } from '../../net/index.ts';
import { shownRange } from '../node-ranges.ts';
import type { Site } from '../../fleet/index.ts';
import type { Complaint, Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'vips-network',
  severity: 'error',
  summary: 'vips.network is a network of the site, and vips.addresses lie in its subnet.',
  why: 'They are announced by ARP there; nobody asks for an address by ARP that is not in his own subnet.',
  example: `--- # platform/site.yaml
vips: {network: mgmt, addresses: 10.5.0.100-10.5.0.199}`,
  remedy: 'correct the range, or name the network that it is in',
  *check({ site }) {
    if (site.vipNetwork === undefined) return;
    const network = site.networks.get(site.vipNetwork);
    if (network === undefined) {
      yield unknown(site, site.vipNetwork);
      return;
    }
    for (const range of site.vips) {
      if (contains(network.subnet, range)) continue;
      yield {
        place: site.source.place(range.path),
        problem: `vips.addresses ${shownRange(range)} are not in network ${site.vipNetwork}`,
        allowed: `allowed: addresses of ${cidrText(network.subnet)}`,
        related: [{ place: site.source.place(['networks', site.vipNetwork, 'subnet']), note: 'the subnet' }],
      };
    }
  },
};

function unknown(site: Site, name: string): Complaint {
  return {
    place: site.source.place(['vips', 'network']),
    problem: `no network of the site is called ${JSON.stringify(name)}`,
    allowed: `allowed: ${[...site.networks.keys()].join(', ')}`,
  };
}
