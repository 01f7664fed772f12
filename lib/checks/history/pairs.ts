import type { FleetDraft, PoolDraft, TenantDraft } from '../../fleet/index.ts';

/** The same thing, before and now. */
export interface Pair<Item> {
  readonly was: Item;
  readonly is: Item;
}

/** The tenants that live on. A new tenant has no history. */
export function livingTenants(earlier: FleetDraft, fleet: FleetDraft): Pair<TenantDraft>[] {
  return pairs(earlier.tenants, fleet.tenants);
}

/** The pools of a tenant that live on. */
export function livingPools({ was, is }: Pair<TenantDraft>): Pair<PoolDraft>[] {
  return pairs(was.pools, is.pools);
}

/** What is in the first list only. */
export function gone<Item extends Named>(before: readonly Item[], now: readonly Item[]): Item[] {
  const names = new Set(now.map(({ name }) => name));
  return before.filter(({ name }) => !names.has(name));
}

interface Named {
  readonly name: string;
}

function pairs<Item extends Named>(before: readonly Item[], now: readonly Item[]): Pair<Item>[] {
  const known = new Map(before.map((item) => [item.name, item]));
  return now.flatMap((is) => {
    const was = known.get(is.name);
    return was === undefined ? [] : [{ was, is }];
  });
}
