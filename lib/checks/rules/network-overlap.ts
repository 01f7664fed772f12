import { cidrText } from '../../net/index.ts';
import { distinctNetworksOf, linkOf } from '../networks.ts';
import { overlapping } from '../sweep.ts';
import type { Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'network-overlap',
  severity: 'error',
  summary: 'Networks on different VLANs or bridges have different subnets.',
  why: 'The routers, and the management nodes that answer for the VIPs, can send an address one way only: one of the two networks gets no answers.',
  example: `--- # platform/site.yaml
networks:
  mgmt: {vlan: 4, subnet: 10.4.0.0/24, gateway: 10.4.0.1, dns: [10.4.0.53]}
  acme: {vlan: 40, subnet: 10.40.0.0/24, gateway: 10.40.0.1, dns: [10.4.0.53]}
  wide: {vlan: 41, subnet: 10.40.0.0/16, gateway: 10.40.0.1, dns: [10.4.0.53]}`,
  remedy: 'give one of them another subnet',
  *check(fleet) {
    const networks = distinctNetworksOf(fleet).map((described) => ({
      ...described,
      first: described.network.subnet.first,
      last: described.network.subnet.last,
    }));
    for (const [later, earlier] of overlapping(networks)) {
      if (linkOf(fleet.site, later.network) === linkOf(fleet.site, earlier.network)) continue;
      yield {
        place: later.source.place([...later.path, 'subnet']),
        problem: `subnet ${cidrText(later.network.subnet)} overlaps ${cidrText(earlier.network.subnet)} of ${earlier.called}`,
        allowed: 'allowed: a subnet that no other VLAN has',
        related: [{ place: earlier.source.place([...earlier.path, 'subnet']), note: earlier.called }],
      };
    }
  },
};
