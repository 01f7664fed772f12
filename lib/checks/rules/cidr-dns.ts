import { addressText, cidrText, contains, single } from '../../net/index.ts';
import { cidrsOf, placeOf } from '../cidrs.ts';
import type { Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'cidr-dns',
  severity: 'error',
  summary: "The DNS servers of a tenant's machines are not among its pods or Services.",
  why: 'The nodes then look for the DNS server in their own cluster, and no name is ever found.',
  example: 'pods: 10.4.0.0/24',
  remedy: 'give the tenant other pods or services, or its network another DNS server',
  *check({ site, tenants }) {
    for (const tenant of tenants) {
      const { pods, services } = cidrsOf(site, tenant);
      for (const written of [pods, services]) {
        const server = tenant.network?.dns.find(
          (address) => written !== undefined && contains(written.cidr, single(address)),
        );
        if (written === undefined || server === undefined) continue;
        yield {
          place: tenant.source.place(
            tenant.networkName === undefined ? ['network', 'dns'] : ['network', 'name'],
          ),
          problem: `DNS server ${addressText(server)} is in ${written.kind} ${cidrText(written.cidr)}`,
          allowed: 'allowed: DNS servers outside the pods and Services of the tenant',
          related: [{ place: placeOf(written), note: written.kind }],
        };
      }
    }
  },
};
