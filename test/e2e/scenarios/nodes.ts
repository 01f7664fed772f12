import { connect } from '../lab/client.ts';
import { endpointOf } from '../lab/kubeconfig.ts';
import type { Lab } from '../lab/lab.ts';
import { type KubeObject, textAt } from '../lab/object.ts';
import { kinds } from '../lab/stand-in/kinds.ts';

/** Nodes of one pool of a tenant, read with the kubeconfig that the tenant's people get. */
export async function tenantNodes(lab: Lab, tenant: string, pool: string): Promise<readonly KubeObject[]> {
  const namespace = `tenant-${tenant}`;
  const secret = await lab.client.get({ ...kinds.secret, name: `${tenant}-kubeconfig`, namespace });
  const text = Buffer.from(textAt(secret, 'data.value'), 'base64').toString('utf8');
  const nodes = await connect(endpointOf(text)).list(kinds.node);
  return nodes.filter(({ metadata }) => metadata.name.startsWith(`${tenant}-${pool}-`));
}
