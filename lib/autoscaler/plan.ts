/** From three complete lists to what must be done in each namespace. Pure. */
import type { Cluster } from './cluster.ts';
import { controlPlaneOf } from './control-plane.ts';
import type { TenantControlPlane } from './control-plane.ts';
import { belongsTo, provenOwner, runningOf } from './live.ts';
import type { LiveObject } from './live.ts';
import type { WantedObject } from './kube-object.ts';
import type { Problem } from './problem.ts';
import { covers } from './same.ts';
import type { Settings } from './settings.ts';
import { wantedObjects } from './wanted.ts';

/** Complete lists. The objects must have been listed before the Clusters: see `isOrphan`. */
export interface Snapshot {
  readonly objects: readonly LiveObject[];
  readonly clusters: readonly Cluster[];
  readonly controlPlanes: readonly TenantControlPlane[];
}

export interface Apply {
  readonly wanted: WantedObject;
  /** What is there now and will be overwritten; undefined: it must be created. */
  readonly live: LiveObject | undefined;
  /** Uid of the Cluster for which it is applied. */
  readonly owner: string;
}

/** What must be done in one namespace: first the removals, then the applies. */
export interface NamespacePlan {
  readonly namespace: string;
  readonly cluster: string | undefined;
  readonly removals: readonly LiveObject[];
  readonly applies: readonly Apply[];
  readonly unchanged: number;
  readonly held: string | undefined;
  readonly problems: readonly Problem[];
}

/** One plan for each namespace that has a Cluster or an object of ours, sorted by name. */
export function planAll(snapshot: Snapshot, settings: Settings): readonly NamespacePlan[] {
  const clusters = byNamespace(snapshot.clusters.filter(({ deleting }) => !deleting));
  const objects = byNamespace(snapshot.objects);
  const controlPlanes = byNamespace(snapshot.controlPlanes);
  const ours = snapshot.objects.filter((object) => object.ours).map(({ namespace }) => namespace);
  return [...new Set([...clusters.keys(), ...ours])].sort().map((namespace) =>
    planNamespace(
      namespace,
      {
        clusters: clusters.get(namespace) ?? [],
        objects: objects.get(namespace) ?? [],
        controlPlanes: controlPlanes.get(namespace) ?? [],
      },
      settings,
    ),
  );
}

/**
 * Proven orphaned: ours, owned by one Cluster only, and that Cluster is not among `clusters`, all that want
 * an autoscaler. The object was listed before them, and a uid is never used twice: had its Cluster wanted it
 * when they were listed, it would be among them.
 */
export function isOrphan(object: LiveObject, clusters: readonly Cluster[]): boolean {
  const owner = provenOwner(object);
  return owner !== undefined && !clusters.some(({ uid }) => uid === owner);
}

function planNamespace(namespace: string, here: Snapshot, settings: Settings): NamespacePlan {
  const orphans = here.objects.filter((object) => isOrphan(object, here.clusters));
  const others = here.objects.filter((object) => !orphans.includes(object));
  const cluster = holder(here.clusters, others);
  const plan = {
    namespace,
    cluster: cluster?.name,
    removals: orphans.filter(({ deleting }) => !deleting).reverse(),
  };
  if (cluster === undefined)
    return { ...plan, applies: [], unchanged: 0, held: undefined, problems: others.flatMap(unproven) };
  const rivals = here.clusters.filter((other) => other !== cluster);
  const wishes = planCluster(cluster, { ...here, objects: others }, settings);
  return {
    ...plan,
    ...wishes,
    problems: [...wishes.problems, ...rivals.map((other) => shared(other, cluster))],
  };
}

/** The Cluster that gets the autoscaler of its namespace: the one that has it, else the oldest. */
function holder(clusters: readonly Cluster[], objects: readonly LiveObject[]): Cluster | undefined {
  const owners = objects.map(provenOwner);
  const byAge = [...clusters].sort((a, b) => compare(a.created, b.created) || compare(a.name, b.name));
  return byAge.find(({ uid }) => owners.includes(uid)) ?? byAge[0];
}

function planCluster(cluster: Cluster, here: Snapshot, settings: Settings) {
  const foreign = here.objects.filter((object) => !belongsTo(object, cluster.uid));
  const mine = here.objects.filter((object) => !foreign.includes(object));
  const deployment = mine.find(({ info }) => info.kind === 'Deployment');
  const controlPlane = controlPlaneOf(cluster, here.controlPlanes);
  const wanted = wantedObjects(cluster, controlPlane, settings, runningOf(deployment));
  const pairs = wanted.objects.map((object) => ({
    wanted: object,
    live: mine.find(({ info }) => info.kind === object.info.kind),
    owner: cluster.uid,
  }));
  // Beside a stranger's object nothing new is made: its ServiceAccount must not gain our role.
  const allowed = pairs.filter(({ live }) => live !== undefined || foreign.length === 0);
  const applies = allowed.filter(({ live, wanted: { body } }) => !covers(live?.body, body));
  return {
    applies,
    unchanged: allowed.length - applies.length,
    held: wanted.held,
    problems: [...foreign.map((object) => stranger(object, cluster)), ...wanted.problems],
  };
}

function stranger(object: LiveObject, cluster: Cluster): Problem {
  const { kind } = object.info;
  return {
    code: object.ours ? 'unproven-object' : 'foreign-object',
    namespace: object.namespace,
    cluster: cluster.name,
    text: `${kind} cluster-autoscaler is not this job's; it is left alone and nothing new is made beside it; delete or rename it to get the autoscaler`,
  };
}

function unproven(object: LiveObject): readonly Problem[] {
  if (!object.ours) return [];
  const text = `${object.info.kind} cluster-autoscaler has this job's label, but its owner references do not prove that its Cluster is gone; it is left alone; delete it by hand`;
  return [{ code: 'unproven-object', namespace: object.namespace, cluster: undefined, text }];
}

function shared(cluster: Cluster, winner: Cluster): Problem {
  const text = `the namespace's autoscaler serves the Cluster ${winner.name}; a namespace has one autoscaler: move this Cluster to a namespace of its own`;
  return { code: 'shared-namespace', namespace: cluster.namespace, cluster: cluster.name, text };
}

function byNamespace<T extends { readonly namespace: string }>(
  items: readonly T[],
): Map<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(item.namespace);
    if (group === undefined) groups.set(item.namespace, [item]);
    else group.push(item);
  }
  return groups;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
