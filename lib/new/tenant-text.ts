import { nodesText } from './nodes.ts';
import type { Proposal } from './proposal.ts';

/** The file of a new tenant. `schema` is the path of the tenant schema from the file's folder, for editors. */
export function tenantText(proposal: Proposal, kubernetes: string, schema: string): string {
  const { name, owner, vip, datastore, network, addresses, vmids, size, nodes } = proposal;
  const controlPlane =
    datastore === undefined ? `vip: ${text(vip)}` : `vip: ${text(vip)}, datastore: ${text(datastore)}`;
  return `# yaml-language-server: $schema=${schema}
# Every field: docs/reference/tenant.md, or kaas explain FIELD. What the file does not say, the site says.
owner: ${text(owner)}
kubernetes: ${text(kubernetes)}
controlPlane: {${controlPlane}}
network: {name: ${text(network)}, addresses: ${text(addresses)}}
vmids: ${text(vmids)}
pools:
  general: {size: ${text(size)}, nodes: ${nodesText(nodes)}}
${access(name, proposal.group)}`;
}

function access(name: string, group: string | undefined): string {
  if (group !== undefined) return `access: {view: [${text(group)}], kubeconfig: [${text(group)}]}\n`;
  return `# Groups that may see the cluster, and those that may fetch its kubeconfig:
# access: {view: [${text(name)}], kubeconfig: [${text(`${name}-admins`)}]}
`;
}

/** Words that YAML 1.1 or 1.2 reads as something else than a text. */
const words = /^(?:y|n|yes|no|on|off|true|false|null|nan|inf)$/i;

/** Quoted unless every reader of YAML takes it for the same text. */
function text(value: string): string {
  const plain = /^[A-Za-z][\w.@/+-]*$/.test(value) || /^\d+(?:\.\d+){3}(?:-[\d.]+)?$|^\d+-\d+$/.test(value);
  return plain && !words.test(value) ? value : JSON.stringify(value);
}
