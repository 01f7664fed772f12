import { cidrText, overlaps, type Range } from '../../net/index.ts';
import { fixedAddressesOf } from '../fixed-addresses.ts';
import { networksOf } from '../networks.ts';
import { shownRange } from '../node-ranges.ts';
import type { FleetDraft, Path, Source } from '../../fleet/index.ts';
import type { Rule } from '../rule.ts';

interface Ground {
  readonly range: Range;
  readonly text: string;
  readonly source: Source;
  readonly path: Path;
}

export const rule: Rule = {
  id: 'management-cidrs',
  severity: 'error',
  summary:
    'The pods and Services of the management cluster overlap neither each other nor a network, VIP or host.',
  why: 'The management nodes route those addresses to their own pods: answers to a tenant machine in such a network never leave them.',
  example: `--- # platform/site.yaml
management: {nodes: {mgmt-1: 10.4.0.11}, pods: 10.40.0.0/16, services: 10.43.0.0/16}`,
  remedy: 'give the network another subnet; the CIDRs of a running cluster cannot change',
  *check(fleet) {
    const { managementPods, managementServices, source } = fleet.site;
    const mine = [
      { range: managementPods, key: 'pods' },
      { range: managementServices, key: 'services' },
    ];
    for (const { range, key } of mine) {
      for (const ground of groundsOf(fleet, key)) {
        if (!overlaps(range, ground.range)) continue;
        yield {
          place: ground.source.place(ground.path),
          problem: `${ground.text} overlaps management.${key} (${cidrText(range)})`,
          allowed: `allowed: addresses outside ${cidrText(range)}`,
          related: [{ place: source.place(['management', key]), note: `management.${key}` }],
        };
      }
    }
  },
};

function groundsOf(fleet: FleetDraft, key: string): Ground[] {
  const { site } = fleet;
  const { source } = site;
  const services: Ground = {
    range: site.managementServices,
    text: `management.services ${cidrText(site.managementServices)}`,
    source,
    path: ['management', 'services'],
  };
  const networks = networksOf(fleet).map((described) => ({
    range: described.network.subnet,
    text: `subnet ${cidrText(described.network.subnet)}`,
    source: described.source,
    path: [...described.path, 'subnet'],
  }));
  const known = networks.map(({ range }) => range);
  const alone = [
    ...site.vips.map((range) => ({
      range,
      text: `vips.addresses ${shownRange(range)}`,
      path: range.path,
      source,
    })),
    ...fixedAddressesOf({ ...fleet, tenants: [] })
      .filter(({ path }) => path[0] !== 'networks')
      .map((fixed) => ({
        range: { first: fixed.address, last: fixed.address },
        text: `the address of ${fixed.what}`,
        path: fixed.path,
        source,
      })),
  ].filter(({ range }) => !known.some((subnet) => overlaps(subnet, range)));
  return [...(key === 'pods' ? [services] : []), ...networks, ...alone];
}
