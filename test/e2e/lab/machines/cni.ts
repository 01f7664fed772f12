import type { KubeClient } from '../client.ts';
import { type KubeObject, listAt } from '../object.ts';
import { kinds } from '../stand-in/kinds.ts';
import { each, type Loop, startLoop } from '../stand-in/loop.ts';
import { workloadOf } from '../workload.ts';
import { flannel } from './flannel.ts';

/**
 * Plays the add-on provider, which would render the chart of the CNI that a tenant names: it gets flannel, whatever
 * it named, and nothing if it named none.
 */
export function startCni(client: KubeClient): Loop {
  const done = new Set<string>();
  return startLoop('CNI (flannel in the place of every chart)', async () => {
    const clusters = await client.list(kinds.cluster);
    const open = clusters.filter(({ metadata }) => !done.has(metadata.uid ?? '') && wantsCni(metadata));
    await each(open, async (cluster) => {
      const workload = await workloadOf(client, cluster);
      if (workload === undefined) return;
      const pods = String(listAt(cluster, 'spec.clusterNetwork.pods.cidrBlocks')[0]);
      for (const object of flannel(pods)) await workload.apply(object);
      done.add(cluster.metadata.uid ?? '');
    });
  });
}

const wantsCni = ({ labels }: KubeObject['metadata']): boolean =>
  (labels?.['kaas.lab/cni'] ?? 'none') !== 'none';
