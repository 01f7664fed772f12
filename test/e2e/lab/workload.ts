import { connect, type KubeClient } from './client.ts';
import { endpointOf } from './kubeconfig.ts';
import { type KubeObject, textAt } from './object.ts';
import { kinds } from './stand-in/kinds.ts';

/** The API of a Cluster's tenant; undefined until Cluster API has its kubeconfig. */
export async function workloadOf(
  client: KubeClient,
  { metadata }: KubeObject,
): Promise<KubeClient | undefined> {
  const { name, namespace } = metadata;
  const secret = await client.get({ ...kinds.secret, name: `${name}-kubeconfig`, namespace });
  const value = Buffer.from(textAt(secret, 'data.value'), 'base64').toString('utf8');
  return value === '' ? undefined : connect(endpointOf(value));
}
