import { type Address, addressText, type Range, rangeText } from '../../net/index.ts';
import type { Network } from '../../fleet/index.ts';
import { type FixedAddress, fixedAddressesOf } from '../fixed-addresses.ts';
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
      const found = complaint(range, pointsIn(fixed, range), free);
      if (found !== undefined) yield found;
    }
  },
};

function complaint(
  range: NodeRange,
  holders: readonly FixedAddress[],
  free: NextFree,
): Complaint | undefined {
  const edges = edgesIn(range, range.network);
  const inside = [...edges, ...holders].sort((a, b) => a.address - b.address);
  if (inside.length === 0) return undefined;
  const left = without(
    range,
    inside.map(({ address }) => address),
  );
  return {
    place: range.source.place(range.path),
    problem: `addresses ${shownRange(range)} include ${inside.map(({ address, what }) => `${addressText(address)} (${what})`).join(', ')}`,
    allowed: 'allowed: addresses that nothing else has',
    remedy: left.length === 0 ? free.addresses(range) : `did you mean ${left.map(rangeText).join(' and ')}?`,
    related: holders.map(({ source, path, what }) => ({ place: source.place(path), note: what })),
  };
}

function edgesIn({ first, last }: Range, { subnet }: Network): ReturnType<typeof edgesOf> {
  return edgesOf(subnet).filter(({ address }) => first <= address && address <= last);
}

/** What is left of the range, longest pieces first. */
function without({ first, last }: Range, taken: readonly Address[]): Range[] {
  const stops = [...new Set(taken)].sort((a, b) => a - b);
  const starts = [first, ...stops.map((address) => (address + 1) as Address)];
  const ends = [...stops.map((address) => (address - 1) as Address), last];
  return starts
    .map((start, index) => ({ first: start, last: ends[index] ?? last }))
    .filter((piece) => piece.first <= piece.last)
    .sort((a, b) => b.last - b.first - (a.last - a.first));
}
