import { sizeOf } from '../../net/index.ts';
import { type AddressSet, addressSetsOf } from '../node-ranges.ts';
import { surgeOf } from '../surge.ts';
import { counted } from '../text.ts';
import type { Complaint, Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'node-range-size',
  severity: 'error',
  summary:
    'There is an address for every machine of the pools at their maximum, and for those that a rollout adds.',
  why: 'A machine without an address waits for ever in "WaitingForStaticIPAllocation"; an upgrade then stops half-way.',
  example:
    'network: {name: acme, addresses: 10.40.0.10-10.40.0.12}\npools: {general: {size: small, nodes: {min: 1, max: 5}}}',
  remedy: 'widen the range, or lower the maximum',
  *check({ tenants }) {
    for (const set of tenants.flatMap(addressSetsOf)) {
      const found = complaint(set);
      if (found !== undefined) yield found;
    }
  },
};

function complaint({ tenant, path, ranges, pools }: AddressSet): Complaint | undefined {
  const addresses = ranges.reduce((sum, range) => sum + sizeOf(range), 0);
  const machines = pools.reduce((sum, { max = 0 }) => sum + max, 0);
  const surge = pools.reduce((sum, pool) => sum + surgeOf(pool), 0);
  if (ranges.length === 0 || addresses >= machines + surge) return undefined;
  return {
    place: tenant.source.place(path),
    problem: `${counted(addresses, 'address', 'addresses')} cannot hold ${counted(machines, 'machine')} and ${String(surge)} more during a rollout`,
    allowed: `allowed: at least ${String(machines + surge)} addresses`,
  };
}
