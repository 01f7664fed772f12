import { addressText, cidrText, overlaps } from '../../net/index.ts';
import { linksOf } from '../networks.ts';
import type { Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'vlan-disagree',
  severity: 'error',
  summary: 'Whoever describes one VLAN gives it the same subnet and gateway.',
  why: 'Machines on one wire with different ideas of its subnet do not reach each other, and one of two gateways is wrong.',
  example: `--- # platform/site.yaml
networks:
  mgmt: {vlan: 4, subnet: 10.4.0.0/24, gateway: 10.4.0.1, dns: [10.4.0.53]}
  acme: {vlan: 40, subnet: 10.40.0.0/24, gateway: 10.40.0.1, dns: [10.4.0.53]}
  same: {vlan: 40, subnet: 10.40.0.0/24, gateway: 10.40.0.254, dns: [10.4.0.53]}`,
  remedy: 'describe it once, in networks of the site file, and name it',
  *check(fleet) {
    for (const [link, [first, ...others]] of linksOf(fleet)) {
      for (const other of others) {
        if (!overlaps(first.network.subnet, other.network.subnet)) continue;
        const key = cidrText(first.network.subnet) === cidrText(other.network.subnet) ? 'gateway' : 'subnet';
        const shown = ({ network }: typeof first): string =>
          key === 'gateway' ? addressText(network.gateway) : cidrText(network.subnet);
        yield {
          place: other.source.place([...other.path, key]),
          problem: `${key} ${shown(other)} of ${link} contradicts ${shown(first)} of ${first.called}`,
          allowed: `allowed: ${shown(first)}`,
          related: [{ place: first.source.place([...first.path, key]), note: first.called }],
        };
      }
    }
  },
};
