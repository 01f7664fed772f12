import { addressText, cidrText, contains, single } from '../../net/index.ts';
import { networksOf } from '../networks.ts';
import { edgesOf } from '../node-ranges.ts';
import type { Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'network-gateway',
  severity: 'error',
  summary: 'The gateway is a host of its subnet: inside, and neither the network nor the broadcast address.',
  why: 'CAPMOX writes it into every machine as it is; the machine then has no route out and never reaches its control plane.',
  example: `network: {subnet: 10.50.0.0/24, gateway: 10.50.1.1, dns: [10.4.0.53], addresses: 10.50.0.10-10.50.0.20}`,
  remedy: 'correct the gateway or the subnet',
  *check(fleet) {
    for (const { network, source, path } of networksOf(fleet)) {
      const { gateway, subnet } = network;
      const edge = edgesOf(subnet).find(({ address }) => address === gateway);
      if (contains(subnet, single(gateway)) && edge === undefined) continue;
      yield {
        place: source.place([...path, 'gateway']),
        problem: `gateway ${addressText(gateway)} is ${edge === undefined ? `not in ${cidrText(subnet)}` : `the ${edge.what} of ${cidrText(subnet)}`}`,
        allowed: `allowed: a host of ${cidrText(subnet)}`,
      };
    }
  },
};
