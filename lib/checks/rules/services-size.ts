import { cidrText } from '../../net/index.ts';
import { placeOf, writtenCidrsOf } from '../cidrs.ts';
import type { Rule } from '../rule.ts';

/** Source: cmd/kube-apiserver/app/options/validation.go, maxCIDRBits = 20. */
export const rule: Rule = {
  id: 'services-size',
  severity: 'error',
  summary: 'A service CIDR has a prefix from /12 to /28.',
  why: "The API server does not start with a larger one, and in a smaller one there is no tenth address for the cluster's DNS.",
  example: 'services: 10.96.0.0/29',
  remedy: 'choose another prefix',
  *check(fleet) {
    for (const written of writtenCidrsOf(fleet)) {
      const { cidr, kind } = written;
      if (kind !== 'service CIDR' || (cidr.prefix >= 12 && cidr.prefix <= 28)) continue;
      yield {
        place: placeOf(written),
        problem: `service CIDR ${cidrText(cidr)} is too ${cidr.prefix < 12 ? 'large' : 'small'}`,
        allowed: 'allowed: /12 to /28',
      };
    }
  },
};
