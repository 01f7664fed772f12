import { nodeRangesOf, shownRange } from '../node-ranges.ts';
import { overlapping } from '../sweep.ts';
import type { Rule } from '../rule.ts';

/** Source: CAPMOX #16; the in-cluster IPAM does not look at other pools. */
export const rule: Rule = {
  id: 'node-range-overlap',
  severity: 'error',
  summary: 'No two ranges of machine addresses overlap, in one tenant or between tenants.',
  why: 'Each cluster gets a pool of its own and nobody compares them: two machines take one address, and both lose their connections.',
  example: `network: {name: acme, addresses: 10.40.0.10-10.40.0.50}
--- # tenants/beta.yaml
network: {name: acme, addresses: 10.40.0.40-10.40.0.60}`,
  remedy: 'take addresses that are free',
  *check(fleet, { free }) {
    for (const [later, earlier] of overlapping(nodeRangesOf(fleet))) {
      const own = later.tenant === earlier.tenant;
      yield {
        place: later.source.place(later.path),
        problem: `addresses ${shownRange(later)} overlap ${own ? 'another range of this tenant' : `those of ${earlier.tenant.name}`} (${shownRange(earlier)})`,
        allowed: 'allowed: addresses that no other range holds',
        remedy: free.addresses(later),
        related: [{ place: earlier.source.place(earlier.path), note: `addresses of ${earlier.tenant.name}` }],
      };
    }
  },
};
