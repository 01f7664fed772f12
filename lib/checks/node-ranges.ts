import type { Address, Cidr } from '../net/index.ts';
import { rangeText, sizeOf } from '../net/index.ts';
import type {
  FleetDraft,
  Network,
  Path,
  PlacedRange,
  PoolDraft,
  Source,
  TenantDraft,
} from '../fleet/index.ts';
import { surgeOf } from './surge.ts';

/** Addresses that machines of one tenant may take, with the network that they are in. */
export interface NodeRange extends PlacedRange {
  readonly tenant: TenantDraft;
  readonly source: Source;
  readonly network: Network;
  /** Addresses that the machines of the device need and that its other ranges do not have. */
  readonly needed: number;
}

/** The addresses of one network device: all its ranges, and the pools whose machines have the device. */
export interface AddressSet {
  readonly tenant: TenantDraft;
  readonly path: Path;
  readonly network: Network | undefined;
  readonly ranges: readonly PlacedRange[];
  readonly pools: readonly PoolDraft[];
}

/** The address sets of a tenant: of the first device, and of each further one as often as it is described. */
export function addressSetsOf(tenant: TenantDraft): AddressSet[] {
  const { network, addresses, pools } = tenant;
  const first: AddressSet = { tenant, path: ['network', 'addresses'], network, ranges: addresses, pools };
  return [first, ...nicSetsOf(tenant)];
}

/** NICs that a tenant's pools inherit from one place share its addresses. Those of the site's defaults have a rule of their own. */
function nicSetsOf(tenant: TenantDraft): AddressSet[] {
  const sets = new Map<string, AddressSet>();
  for (const pool of tenant.pools) {
    for (const { network, addresses } of pool.nics) {
      const path = addresses[0]?.path ?? [];
      if (path[0] !== 'machines' && path[0] !== 'pools') continue;
      const key = path.slice(0, path.indexOf('addresses') + 1);
      const known = sets.get(key.join('/'));
      const pools = [...(known?.pools ?? []), pool];
      sets.set(key.join('/'), { tenant, path: key, network, ranges: addresses, pools });
    }
  }
  return [...sets.values()];
}

/** Every range of every tenant whose network is known. */
export function nodeRangesOf({ tenants }: FleetDraft): NodeRange[] {
  return tenants.flatMap(addressSetsOf).flatMap(({ tenant, network, ranges, pools }) => {
    if (network === undefined) return [];
    const lacking = neededOf(pools) - ranges.reduce((sum, range) => sum + sizeOf(range), 0);
    return ranges.map((range) => {
      const needed = Math.max(0, lacking + sizeOf(range));
      return { ...range, tenant, source: tenant.source, network, needed };
    });
  });
}

/** Machines of the pools at their maximum, and those that rollouts add. */
const neededOf = (pools: readonly PoolDraft[]): number =>
  pools.reduce((sum, pool) => sum + (pool.max ?? 0) + surgeOf(pool), 0);

/** The range as its file shows it: a whole network keeps its prefix. */
export function shownRange(range: PlacedRange): string {
  if (!range.isNetwork) return rangeText(range);
  const text = rangeText(range).split('-')[0] ?? '';
  return `${text}/${String(32 - Math.log2(range.last - range.first + 1))}`;
}

/** Addresses of a subnet that no machine can have; a /31 or /32 has none such. */
export function edgesOf({
  first,
  last,
  prefix,
}: Cidr): { readonly address: Address; readonly what: string }[] {
  return prefix >= 31
    ? []
    : [
        { address: first, what: 'network address' },
        { address: last, what: 'broadcast address' },
      ];
}
