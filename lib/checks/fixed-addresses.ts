import type { Address } from '../net/index.ts';
import type { FleetDraft, Network, Path, Source } from '../fleet/index.ts';
import type { Span } from './sweep.ts';

/** An address that something outside the tenants has already. */
export interface FixedAddress extends Span {
  readonly address: Address;
  /** What has it, such as `gateway of network acme`. */
  readonly what: string;
  readonly source: Source;
  readonly path: Path;
}

/** Management nodes, Proxmox hosts, gateways and DNS servers; an address that has several parts is told by the first. */
export function fixedAddressesOf(fleet: FleetDraft): FixedAddress[] {
  const holders = new Map<Address, FixedAddress>();
  for (const holder of everyHolder(fleet))
    if (!holders.has(holder.address)) holders.set(holder.address, holder);
  return [...holders.values()];
}

function everyHolder({ site, tenants }: FleetDraft): FixedAddress[] {
  const { source } = site;
  const found = [...machinesOf(site, source)];
  for (const [name, network] of site.networks)
    found.push(...networkAddresses(network, `network ${name}`, source, ['networks', name]));
  for (const { network, networkName, name, source: file } of tenants) {
    if (network !== undefined && networkName === undefined)
      found.push(...networkAddresses(network, `the network of ${name}`, file, ['network']));
  }
  return found;
}

/** Management nodes and Proxmox hosts: each has its address for itself. */
export function machinesOf(site: FleetDraft['site'], source: Source): FixedAddress[] {
  return [
    ...[...site.managementNodes].map(([name, address]) =>
      fixed(address, `management node ${name}`, source, ['management', 'nodes', name]),
    ),
    ...[...site.hosts].map(([name, { address }]) =>
      fixed(address, `Proxmox host ${name}`, source, ['proxmox', 'hosts', name, 'address']),
    ),
  ];
}

function networkAddresses(network: Network, of: string, source: Source, path: Path): FixedAddress[] {
  return [
    fixed(network.gateway, `gateway of ${of}`, source, [...path, 'gateway']),
    ...network.dns.map((address, index) =>
      fixed(address, `DNS server of ${of}`, source, [...path, 'dns', index]),
    ),
  ];
}

const fixed = (address: Address, what: string, source: Source, path: Path): FixedAddress => ({
  first: address,
  last: address,
  address,
  what,
  source,
  path,
});
