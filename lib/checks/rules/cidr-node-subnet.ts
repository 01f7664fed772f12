import { cidrText, overlaps } from '../../net/index.ts';
import { cidrsOf, placeOf } from '../cidrs.ts';
import { type AddressSet, addressSetsOf } from '../node-ranges.ts';
import type { Rule } from '../rule.ts';

/** Seen where the node subnet is derived from the VLAN: it works until VLAN 96 or 244. */
export const rule: Rule = {
  id: 'cidr-node-subnet',
  severity: 'error',
  summary: "The subnets of a tenant's machines overlap neither its pods nor its Services.",
  why: 'A node takes such an address for a pod or a Service and never sends it to the other node: joins, DNS or single Services fail, by chance. Pods and Services of other tenants do not matter, their traffic stays inside their own cluster.',
  example:
    'network: {subnet: 10.96.0.0/16, gateway: 10.96.0.1, dns: [10.4.0.53], addresses: 10.96.0.10-10.96.0.20}',
  remedy: 'give the tenant other pods or services, or its machines another network',
  *check({ site, tenants }) {
    for (const tenant of tenants) {
      const { pods, services } = cidrsOf(site, tenant);
      for (const written of [pods, services]) {
        for (const set of addressSetsOf(tenant)) {
          const { network } = set;
          if (written === undefined || network === undefined || !overlaps(network.subnet, written.cidr))
            continue;
          yield {
            place: tenant.source.place(subnetPath(set)),
            problem: `node subnet ${cidrText(network.subnet)} overlaps ${written.kind} ${cidrText(written.cidr)}`,
            allowed: 'allowed: networks apart from each other',
            related: [{ place: placeOf(written), note: written.kind }],
          };
        }
      }
    }
  },
};

/** Where the tenant says which subnet it is: the subnet itself, or the name of the network. */
function subnetPath({ tenant, path }: AddressSet): AddressSet['path'] {
  if (path[0] === 'network') return ['network', tenant.networkName === undefined ? 'subnet' : 'name'];
  return [...path.slice(0, -1), 'network'];
}
