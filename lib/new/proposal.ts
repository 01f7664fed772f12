import type { FleetDraft } from '../fleet/index.ts';
import { defaultDatastore, defaultNetwork, defaultSize, networkNamed } from './defaults.ts';
import { freeAddresses } from './free-addresses.ts';
import { freeVip } from './free-vip.ts';
import { freeVmids } from './free-vmids.ts';
import { type Nodes, nodesOf } from './nodes.ts';
import { isLack, type Lack, type Request } from './request.ts';

/** Everything that the new file says, but for the version. */
export interface Proposal {
  readonly name: string;
  readonly owner: string;
  readonly vip: string;
  /** Undefined for the datastore called default. */
  readonly datastore: string | undefined;
  readonly network: string;
  readonly addresses: string;
  readonly vmids: string;
  readonly size: string;
  readonly nodes: Nodes;
  readonly group: string | undefined;
}

/** The same fleet and request give the same proposal. What was asked for is taken as it is: the checks judge it afterwards. */
export function propose(fleet: FleetDraft, request: Request): Proposal | Lack {
  const { site } = fleet;
  const owner = request.owner ?? noOwner;
  const nodes = nodesOf(request.nodes);
  const size = request.size ?? defaultSize(site);
  const networkName = request.network ?? defaultNetwork(fleet, request.name);
  const datastore = request.datastore ?? defaultDatastore(site);
  if (isLack(owner)) return owner;
  if (isLack(nodes)) return nodes;
  if (isLack(size)) return size;
  if (isLack(networkName)) return networkName;
  if (isLack(datastore)) return datastore;
  const network = networkNamed(site, networkName);
  if (isLack(network)) return network;
  const need = nodes.max + (site.defaults.machines.rollout?.maxSurge ?? 1);
  const vip = request.vip ?? freeVip(fleet);
  const addresses = request.addresses ?? freeAddresses(fleet, networkName, network, need);
  const vmids = request.vmids ?? freeVmids(fleet, need);
  if (isLack(vip)) return vip;
  if (isLack(addresses)) return addresses;
  if (isLack(vmids)) return vmids;
  const { name, group } = request;
  return { name, owner, vip, datastore, network: networkName, addresses, vmids, size, nodes, group };
}

const noOwner: Lack = {
  option: 'owner',
  problem: 'nobody owns the tenant',
  allowed: 'required: who answers for the cluster, best the mail address of a team',
  remedy: 'name the owner with --owner',
  askable: true,
};
