import { cidrText } from '../net/index.ts';
import type { FleetDraft, Network, Path, PlacedRange, Site, Source } from '../fleet/index.ts';

/** A network as it is described at one place of the fleet. */
export interface DescribedNetwork {
  readonly network: Network;
  readonly source: Source;
  readonly path: Path;
  /** `network acme`, or `the network of acme` where the tenant describes it itself. */
  readonly called: string;
}

/** Every network that is described: those of the site, and those that tenants describe themselves. */
export function networksOf({ site, tenants }: FleetDraft): DescribedNetwork[] {
  const ofSite = [...site.networks].map(([name, network]) => ({
    network,
    source: site.source,
    path: ['networks', name],
    called: `network ${name}`,
  }));
  const ofTenants = tenants.flatMap(({ network, networkName, source, name }) =>
    network === undefined || networkName !== undefined
      ? []
      : [{ network, source, path: ['network'], called: `the network of ${name}` }],
  );
  return [...ofSite, ...ofTenants];
}

/** Addresses of the site's networks that something outside the fleet has. */
export const reservedOf = ({ site }: FleetDraft): PlacedRange[] =>
  [...site.networks.values()].flatMap(({ reserved }) => reserved);

/** The wire that a network is on: its bridge and VLAN. */
export function linkOf(site: Site, { bridge = site.bridge, vlan }: Network): string {
  return vlan === undefined ? `${bridge} untagged` : `${bridge} VLAN ${String(vlan)}`;
}

/** Networks that differ in wire, subnet or gateway; two tenants that describe one network alike count once. */
export function distinctNetworksOf(fleet: FleetDraft): DescribedNetwork[] {
  const seen = new Map<string, DescribedNetwork>();
  for (const described of networksOf(fleet)) {
    const { network } = described;
    const key = `${linkOf(fleet.site, network)} ${cidrText(network.subnet)} ${String(network.gateway)}`;
    if (!seen.has(key)) seen.set(key, described);
  }
  return [...seen.values()];
}

/** The distinct networks by wire, each wire with at least one. */
export function linksOf(fleet: FleetDraft): Map<string, [DescribedNetwork, ...DescribedNetwork[]]> {
  const links = new Map<string, [DescribedNetwork, ...DescribedNetwork[]]>();
  for (const described of distinctNetworksOf(fleet)) {
    const link = linkOf(fleet.site, described.network);
    const known = links.get(link);
    if (known === undefined) links.set(link, [described]);
    else known.push(described);
  }
  return links;
}
