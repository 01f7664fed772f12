import { FreeAddresses } from '../checks/free.ts';
import type { FleetDraft, Network } from '../fleet/index.ts';
import { type Range, rangeText } from '../net/index.ts';
import type { Lack } from './request.ts';

/**
 * The first free addresses of the network for `need` machines, in tens where they fit, so that pools can grow.
 * They follow what the tenants of the network have already.
 */
export function freeAddresses(
  fleet: FleetDraft,
  name: string,
  network: Network,
  need: number,
): string | Lack {
  const free = new FreeAddresses(fleet).in(network);
  const next = free.take(Math.ceil(need / 10) * 10) ?? free.take(need);
  if (next !== undefined) return rangeText(next as Range);
  return {
    option: 'addresses',
    problem: `network ${name} has no ${String(need)} free addresses in a row, but ${String(free.longest)}`,
    allowed: `allowed: one address for each machine and one more for a rollout`,
    remedy:
      free.longest > 1
        ? `ask for fewer machines (--nodes), another network (--network), or name the addresses (--addresses)`
        : 'take another network (--network), or make one in the site file',
    askable: false,
  };
}
