import { shownRange } from '../node-ranges.ts';
import { overlapping } from '../sweep.ts';
import type { Rule } from '../rule.ts';

/** Source: MetalLB v0.16.1, internal/config/config.go: each CIDR of a pool is held against those before it, of the same pool too. */
export const rule: Rule = {
  id: 'vips-overlap',
  severity: 'error',
  summary: 'No two ranges of vips.addresses overlap.',
  why: 'MetalLB refuses the pool ("overlaps with already defined CIDR"): the sync stops at it, or no VIP is handed out.',
  example: `--- # platform/site.yaml
vips: {network: mgmt, addresses: [10.4.0.100-10.4.0.149, 10.4.0.140-10.4.0.199]}`,
  remedy: 'give each address once',
  *check({ site }) {
    for (const [later, earlier] of overlapping(site.vips)) {
      const equal = later.first === earlier.first && later.last === earlier.last;
      yield {
        place: site.source.place(later.path),
        problem: equal
          ? `vips.addresses has ${shownRange(later)} twice`
          : `vips.addresses ${shownRange(later)} overlap ${shownRange(earlier)}`,
        allowed: 'allowed: ranges that share no address',
        related: [{ place: site.source.place(earlier.path), note: 'the other range' }],
      };
    }
  },
};
