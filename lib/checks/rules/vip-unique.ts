import { type Address, addressText } from '../../net/index.ts';
import type { TenantDraft } from '../../fleet/index.ts';
import type { Rule } from '../rule.ts';

/** Source: MetalLB answers a second claim with an event only, "can't change sharing key" (seen on v0.16.1). */
export const rule: Rule = {
  id: 'vip-unique',
  severity: 'error',
  summary: 'No two tenants have the same VIP.',
  why: 'Nothing in the cluster refuses the second one: its Service gets no address and its control plane never gets an endpoint.',
  example: `controlPlane: {vip: 10.4.0.110}
--- # tenants/beta.yaml
controlPlane: {vip: 10.4.0.110}`,
  remedy: 'take a free address of vips.addresses',
  *check(fleet, { free }) {
    const holders = new Map<Address, TenantDraft>();
    for (const tenant of fleet.tenants) {
      if (tenant.vip === undefined) continue;
      const holder = holders.get(tenant.vip);
      holders.set(tenant.vip, holder ?? tenant);
      if (holder === undefined) continue;
      yield {
        place: tenant.source.place(['controlPlane', 'vip']),
        problem: `VIP ${addressText(tenant.vip)} is taken`,
        allowed: 'allowed: an address of vips.addresses that no other tenant has',
        remedy: free.vip(tenant),
        related: [{ place: holder.source.place(['controlPlane', 'vip']), note: `taken by ${holder.name}` }],
      };
    }
  },
};
