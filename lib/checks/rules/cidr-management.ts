import { cidrText, contains, overlaps, type Range, single } from '../../net/index.ts';
import type { FleetDraft, Path, Site } from '../../fleet/index.ts';
import { placeOf, writtenCidrsOf } from '../cidrs.ts';
import { shownRange } from '../node-ranges.ts';
import type { Rule } from '../rule.ts';

interface Ground {
  readonly range: Range;
  readonly text: string;
  readonly path: Path;
}

export const rule: Rule = {
  id: 'cidr-management',
  severity: 'error',
  summary: "A tenant's pods and Services do not overlap the VIPs, the management nodes or their network.",
  why: 'Its nodes then take the VIP for a pod or a Service of their own and lose their control plane. Pods and Services of the management cluster may overlap: no tenant sends anything there.',
  example: 'services: 10.4.0.0/16',
  remedy: 'give the tenant another network for its pods or Services',
  *check(fleet) {
    const grounds = groundsOf(fleet);
    for (const written of writtenCidrsOf(fleet)) {
      const hit = grounds.find(({ range }) => overlaps(range, written.cidr));
      if (hit === undefined) continue;
      yield {
        place: placeOf(written),
        problem: `${written.kind} ${cidrText(written.cidr)} overlaps ${hit.text}`,
        allowed: 'allowed: a network apart from the VIPs and the management nodes',
        related: [{ place: fleet.site.source.place(hit.path), note: hit.text }],
      };
    }
  },
};

/** The networks of the VIPs and the management nodes as a whole, and whatever of them lies in no network of the site. */
function groundsOf({ site }: FleetDraft): Ground[] {
  const nodes = [...site.managementNodes].map(([name, address]) => ({
    range: single(address),
    text: `management node ${name}`,
    path: ['management', 'nodes', name],
  }));
  const vips = site.vips.map((range) => ({
    range,
    text: `vips.addresses ${shownRange(range)}`,
    path: range.path,
  }));
  const networks = networksHolding(site, [...vips, ...nodes]);
  const alone = [...vips, ...nodes].filter(
    ({ range }) => !networks.some((network) => contains(network.range, range)),
  );
  return [...networks, ...alone];
}

function networksHolding(site: Site, things: readonly Ground[]): Ground[] {
  return [...site.networks]
    .filter(
      ([name, { subnet }]) => name === site.vipNetwork || things.some(({ range }) => contains(subnet, range)),
    )
    .map(([name, { subnet }]) => ({
      range: subnet,
      text: `network ${name} of the VIPs and management nodes (${cidrText(subnet)})`,
      path: ['networks', name, 'subnet'],
    }));
}
