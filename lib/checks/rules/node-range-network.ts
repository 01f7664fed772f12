import { cidrText, contains } from '../../net/index.ts';
import { nodeRangesOf, shownRange } from '../node-ranges.ts';
import type { Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'node-range-network',
  severity: 'error',
  summary: 'The addresses of machines lie in the subnet of their network.',
  why: 'CAPMOX writes them with the prefix and gateway of the network: a machine outside the subnet has no way to its gateway and never joins.',
  example: 'network: {name: acme, addresses: 10.41.0.10-10.41.0.60}',
  remedy: 'take addresses of the subnet, or name the network that they are in',
  *check(fleet, { free }) {
    for (const range of nodeRangesOf(fleet)) {
      const { subnet } = range.network;
      if (contains(subnet, range)) continue;
      yield {
        place: range.source.place(range.path),
        problem: `addresses ${shownRange(range)} are not all in ${cidrText(subnet)}`,
        allowed: `allowed: addresses of ${cidrText(subnet)}`,
        remedy: `${free.addresses(range)}, or name the network that they are in`,
      };
    }
  },
};
