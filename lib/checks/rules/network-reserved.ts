import { cidrText, contains } from '../../net/index.ts';
import { shownRange } from '../node-ranges.ts';
import type { Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'network-reserved',
  severity: 'error',
  summary: 'The reserved addresses of a network are in its subnet.',
  why: 'Addresses of another subnet keep nothing free here: one of the two numbers is mistyped.',
  example: `--- # platform/site.yaml
networks: {acme: {subnet: 10.40.0.0/24, gateway: 10.40.0.1, dns: [10.4.0.53], reserved: 10.41.0.200-10.41.0.254}}`,
  remedy: 'correct the range, or move it to the network that it is in',
  *check({ site }) {
    for (const { subnet, reserved } of site.networks.values()) {
      for (const range of reserved) {
        if (contains(subnet, range)) continue;
        yield {
          place: site.source.place(range.path),
          problem: `reserved ${shownRange(range)} is not all in ${cidrText(subnet)}`,
          allowed: `allowed: addresses of ${cidrText(subnet)}`,
        };
      }
    }
  },
};
