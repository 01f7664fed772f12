import { type Address, addressText } from '../../net/index.ts';
import { type FixedAddress, machinesOf } from '../fixed-addresses.ts';
import type { Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'address-twice',
  severity: 'error',
  summary: 'No two management nodes or Proxmox hosts have the same address.',
  why: 'One of the two lines is wrong, and every check of addresses that trusts them with it.',
  example: `--- # platform/site.yaml
management: {nodes: {mgmt-1: 10.4.0.11, mgmt-2: 10.4.0.11}, pods: 10.42.0.0/16, services: 10.43.0.0/16}`,
  remedy: 'correct one of the two',
  *check({ site }) {
    const holders = new Map<Address, FixedAddress>();
    for (const machine of machinesOf(site, site.source)) {
      const holder = holders.get(machine.address);
      holders.set(machine.address, holder ?? machine);
      if (holder === undefined) continue;
      yield {
        place: site.source.place(machine.path),
        problem: `address ${addressText(machine.address)} of ${machine.what} is that of ${holder.what}`,
        allowed: 'allowed: an address of its own',
        related: [{ place: site.source.place(holder.path), note: holder.what }],
      };
    }
  },
};
