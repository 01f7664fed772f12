/** Looking at the whole management cluster: six lists, in the order that makes deleting safe. */
import type { Client, Failure } from './client.ts';
import { CLUSTERS_PATH, readCluster } from './cluster.ts';
import { CONTROL_PLANES_PATH, readControlPlane } from './control-plane.ts';
import { KINDS, listPath } from './kube-object.ts';
import { listAll } from './list.ts';
import { readLive } from './live.ts';
import { AUTOSCALER_NAME, OPT_IN_LABEL, OPT_IN_VALUE } from './names.ts';
import type { Snapshot } from './plan.ts';

export type Look = { readonly ok: true; readonly snapshot: Snapshot; readonly pages: number } | Failure;

/**
 * Objects first, Clusters after: an object made by another run for a Cluster that is newer than our list of
 * Clusters would otherwise look orphaned. By name instead of by label, so that strangers are seen too.
 */
export async function lookAround(client: Client): Promise<Look> {
  const query = { fieldSelector: `metadata.name=${AUTOSCALER_NAME}` };
  const byKind = await Promise.all(
    KINDS.map((info) =>
      listAll(client, { path: listPath(info), query, read: (item) => readLive(info, item) }),
    ),
  );
  const failed = byKind.find((listed) => !listed.ok);
  if (failed !== undefined) return failed;
  const [clusters, controlPlanes] = await Promise.all([
    listAll(client, {
      path: CLUSTERS_PATH,
      query: { labelSelector: `${OPT_IN_LABEL}=${OPT_IN_VALUE}` },
      read: readCluster,
    }),
    listAll(client, { path: CONTROL_PLANES_PATH, query: {}, read: readControlPlane }),
  ]);
  if (!clusters.ok) return clusters;
  if (!controlPlanes.ok) return controlPlanes;
  const objects = byKind.flatMap((listed) => (listed.ok ? listed.items : []));
  const pages = [...byKind, clusters, controlPlanes].reduce(
    (sum, list) => sum + (list.ok ? list.pages : 0),
    0,
  );
  return {
    ok: true,
    pages,
    snapshot: { objects, clusters: clusters.items, controlPlanes: controlPlanes.items },
  };
}
