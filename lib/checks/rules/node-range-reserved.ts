import { addressText, type Range, rangeText, single, Taken } from '../../net/index.ts';
import type { FleetDraft, Network } from '../../fleet/index.ts';
import { type FixedAddress, fixedAddressesOf } from '../fixed-addresses.ts';
import { reservedOf } from '../networks.ts';
import type { NextFree } from '../next-free.ts';
import { edgesOf, type NodeRange, nodeRangesOf, shownRange } from '../node-ranges.ts';
import { pointsIn, sortedByStart } from '../sweep.ts';
import type { Complaint, Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'node-range-reserved',
  severity: 'error',
  summary:
    'The addresses of machines hold no gateway, DNS server, Proxmox host or management node, and not the edges of the subnet.',
  why: 'CAPMOX gives them out one after the other: one day a machine takes the address of the gateway, and the network is down. A whole network, such as 10.40.0.0/24, always includes some of them.',
  example: 'network: {name: acme, addresses: 10.40.0.0/24}',
  remedy: 'leave those addresses out',
  *check(fleet, { free }) {
    const fixed = sortedByStart(fixedAddressesOf(fleet));
    for (const range of nodeRangesOf(fleet)) {
      const found = complaint(fleet, range, pointsIn(fixed, range), free);
      if (found !== undefined) yield found;
    }
  },
};

function complaint(
  fleet: FleetDraft,
  range: NodeRange,
  holders: readonly FixedAddress[],
  free: NextFree,
): Complaint | undefined {
  const edges = edgesIn(range, range.network);
  const inside = [...edges, ...holders].sort((a, b) => a.address - b.address);
  if (inside.length === 0) return undefined;
  const others = inside.map(({ address }) => single(address));
  const left = new Taken([...others, ...fleet.site.vips, ...reservedOf(fleet)]).gaps(range);
  const enough =
    left.reduce((sum, { first, last }) => sum + last - first + 1, 0) >= Math.max(1, range.needed);
  return {
    place: range.source.place(range.path),
    problem: `addresses ${shownRange(range)} include ${inside.map(({ address, what }) => `${addressText(address)} (${what})`).join(', ')}`,
    allowed: 'allowed: addresses that nothing else has',
    remedy: enough
      ? `did you mean ${left.map((piece) => rangeText(piece as Range)).join(' and ')}?`
      : free.addresses(range),
    related: holders.map(({ source, path, what }) => ({ place: source.place(path), note: what })),
  };
}

function edgesIn({ first, last }: Range, { subnet }: Network): ReturnType<typeof edgesOf> {
  return edgesOf(subnet).filter(({ address }) => first <= address && address <= last);
}
