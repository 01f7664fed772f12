import { cidrText, overlaps } from '../../net/index.ts';
import { distinctCidrsOf, placeOf } from '../cidrs.ts';
import type { Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'pods-services',
  severity: 'error',
  summary: 'The pods and the Services of a cluster have different addresses.',
  why: 'kube-proxy and the CNI catch the addresses of Services before they are routed: pods with such an address cannot be reached.',
  example: 'pods: 10.96.0.0/12',
  remedy: 'move one of the two',
  *check(fleet) {
    for (const { pods, services } of distinctCidrsOf(fleet)) {
      if (pods === undefined || services === undefined || !overlaps(pods.cidr, services.cidr)) continue;
      const [at, other] = pods.source === fleet.site.source ? [services, pods] : [pods, services];
      yield {
        place: placeOf(at),
        problem: `${at.kind} ${cidrText(at.cidr)} overlaps ${other.kind} ${cidrText(other.cidr)}`,
        allowed: 'allowed: networks apart from each other',
        related: [{ place: placeOf(other), note: other.kind }],
      };
    }
  },
};
