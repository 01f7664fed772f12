import { cidrText, overlaps } from '../../net/index.ts';
import { linksOf } from '../networks.ts';
import type { Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'vlan-subnets',
  severity: 'warning',
  summary: 'A VLAN carries one subnet.',
  why: 'Two subnets on one wire work, but are mostly a slip in the VLAN tag: the machines then sit where their gateway is not.',
  example: `--- # platform/site.yaml
networks:
  mgmt: {vlan: 4, subnet: 10.4.0.0/24, gateway: 10.4.0.1, dns: [10.4.0.53]}
  acme: {vlan: 40, subnet: 10.40.0.0/24, gateway: 10.40.0.1, dns: [10.4.0.53]}
  next: {vlan: 40, subnet: 10.41.0.0/24, gateway: 10.41.0.1, dns: [10.4.0.53]}`,
  remedy: 'correct the tag, or accept the warning with the reason',
  *check(fleet) {
    for (const [link, [first, ...others]] of linksOf(fleet)) {
      for (const other of others) {
        if (overlaps(first.network.subnet, other.network.subnet)) continue;
        yield {
          place: other.source.place([...other.path, other.network.vlan === undefined ? 'subnet' : 'vlan']),
          problem: `${link} has two subnets, ${cidrText(other.network.subnet)} and ${cidrText(first.network.subnet)} of ${first.called}`,
          allowed: 'allowed: a VLAN that no other network has',
          related: [{ place: first.source.place([...first.path, 'subnet']), note: first.called }],
        };
      }
    }
  },
};
