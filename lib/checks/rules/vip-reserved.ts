import { addressText } from '../../net/index.ts';
import { fixedAddressesOf } from '../fixed-addresses.ts';
import type { Rule } from '../rule.ts';

/** Source: CAPMOX #412. */
export const rule: Rule = {
  id: 'vip-reserved',
  severity: 'error',
  summary: 'A VIP is not the address of a gateway, DNS server, Proxmox host or management node.',
  why: 'Two machines then answer for one address: the tenant, or the network, is dead every other minute.',
  example: 'controlPlane: {vip: 10.4.0.1}',
  remedy: 'take a free address of vips.addresses',
  *check(fleet, { free }) {
    const holders = new Map(fixedAddressesOf(fleet).map((holder) => [holder.address, holder]));
    for (const tenant of fleet.tenants) {
      const { vip, source } = tenant;
      const holder = vip === undefined ? undefined : holders.get(vip);
      if (vip === undefined || holder === undefined) continue;
      yield {
        place: source.place(['controlPlane', 'vip']),
        problem: `VIP ${addressText(vip)} is the ${holder.what}`,
        allowed: 'allowed: an address of vips.addresses that nothing else has',
        remedy: free.vip(tenant),
        related: [{ place: holder.source.place(holder.path), note: holder.what }],
      };
    }
  },
};
