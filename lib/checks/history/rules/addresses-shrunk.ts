import {
  type Address,
  addressPlus,
  addressText,
  contains,
  type Range,
  rangeText,
  single,
  sizeOf,
} from '../../../net/index.ts';
import { type AddressSet, addressSetsOf } from '../../node-ranges.ts';
import { surgeOf } from '../../surge.ts';
import { counted, listed } from '../../text.ts';
import { livingTenants } from '../pairs.ts';
import type { HistoryRule } from '../history-rule.ts';

/**
 * Source: ValidateUpdate in internal/webhooks/inclusterippool.go of the in-cluster IPAM provider v1.1.0
 * ("pool addresses do not contain allocated addresses"); FindFreeAddress in internal/poolutil/pool.go: the lowest free one is handed out.
 */
export const rule: HistoryRule = {
  id: 'addresses-shrunk',
  severity: 'error',
  summary: 'A living tenant keeps the addresses that its machines may have.',
  why: 'The IPAM provider refuses a pool that lost an address in use. The lowest free address is always handed out, so the first ones, as many as there can be machines, may be in use and the others cannot.',
  earlier: 'network: {name: acme, addresses: 10.40.0.100-10.40.0.120}',
  example: 'network: {name: acme, addresses: 10.40.0.110-10.40.0.120}',
  remedy: 'keep those in; addresses behind them can go',
  *check(earlier, fleet) {
    for (const { was, is } of livingTenants(earlier, fleet)) {
      const now = new Map(addressSetsOf(is).map((set) => [set.path.join('/'), set]));
      for (const past of addressSetsOf(was)) {
        const present = now.get(past.path.join('/'));
        // An extra network device that is gone takes its machines with it.
        if (present === undefined || present.ranges.length === 0) continue;
        const lost = lostAddress(past, present.ranges);
        if (lost === undefined) continue;
        yield {
          place: is.source.place(present.ranges[0]?.path ?? present.path),
          problem: `addresses ${listed(present.ranges.map(rangeText))} lose ${addressText(lost)}, which a machine of ${is.name} may have`,
          allowed: `allowed: ranges with the first ${counted(machinesOf(past), 'address', 'addresses')} of ${listed(past.ranges.map(rangeText))}`,
        };
      }
    }
  },
};

/** Machines that there can be at once, those of a rollout included. */
function machinesOf({ pools }: AddressSet): number {
  return pools.reduce((sum, pool) => sum + (pool.max ?? 0) + surgeOf(pool), 0);
}

/** The lowest address that may be in use and is in none of the ranges any more. */
function lostAddress(past: AddressSet, ranges: readonly Range[]): Address | undefined {
  let left = machinesOf(past);
  for (const range of [...past.ranges].sort((a, b) => a.first - b.first)) {
    const used = Math.min(left, sizeOf(range));
    left -= used;
    let address = range.first;
    const end = addressPlus(range.first, used);
    while (address < end) {
      const holder = ranges.find((candidate) => contains(candidate, single(address)));
      if (holder === undefined) return address;
      address = addressPlus(holder.last, 1);
    }
  }
  return undefined;
}
