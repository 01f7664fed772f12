/** A number of machines: fixed if both are equal, else whatever an autoscaler chooses in between. */
export interface Count {
  readonly min: number;
  readonly max: number;
}

/** A value that changes; absent on the side where there is none. */
export interface ValueChange {
  readonly field: string;
  readonly was?: string;
  readonly is?: string;
}

/** What happens to one pool. */
export interface PoolChange {
  readonly name: string;
  readonly kind: 'created' | 'removed' | 'changed';
  /** Machines before the change; those of a new pool. */
  readonly machines: Count;
  /** Why the machines are replaced; empty if they stay. */
  readonly replacedBy: readonly ValueChange[];
  /** New bounds, if they change. */
  readonly scaledTo: Count | undefined;
  /** What changes without touching a machine. */
  readonly inPlace: readonly ValueChange[];
}

/** What happens to the pods of a control plane. */
export interface ControlPlaneChange {
  readonly replicas: number;
  /** Why the pods are replaced; empty if they stay. */
  readonly rolledBy: readonly ValueChange[];
  /** New number of pods, if it changes. */
  readonly scaledTo: number | undefined;
  /** What changes without touching a pod. */
  readonly inPlace: readonly ValueChange[];
  /** What no controller carries out for a living tenant; `kaas check --against` says why. */
  readonly refused: readonly ValueChange[];
}

/** What happens to one tenant. */
export interface TenantChange {
  readonly name: string;
  /** orphaned: the file goes while the shield is still on, and the cluster runs on. */
  readonly kind: 'created' | 'removed' | 'orphaned' | 'changed';
  readonly controlPlane: ControlPlaneChange | undefined;
  readonly pools: readonly PoolChange[];
  /** What only machines take up that are made from now on. */
  readonly newMachines: readonly ValueChange[];
  /** Labels, annotations and class of the Cluster. */
  readonly cluster: readonly ValueChange[];
  /** Objects beside the Cluster that are added, changed or removed. */
  readonly beside: readonly ValueChange[];
}

/** A bundle of the platform, or the engine's objects, with what is added, changed or removed in it. */
export interface BundleChange {
  readonly name: string;
  readonly objects: readonly ValueChange[];
}

/** What a change does to a running site, computed from the objects of both revisions. */
export interface ChangePlan {
  readonly ref: string;
  readonly commit: string;
  readonly tenants: readonly TenantChange[];
  readonly unchanged: readonly string[];
  /** Tenants with errors, before or now: what happens to them cannot be said. */
  readonly unknown: readonly string[];
  readonly pins: readonly ValueChange[];
  readonly bundles: readonly BundleChange[];
  readonly totals: ChangeTotals;
}

/** Sums over all tenants. */
export interface ChangeTotals {
  readonly controlPlanesRolled: number;
  readonly machinesReplaced: Count;
  /** Machines of new tenants and new pools. */
  readonly machinesCreated: Count;
  /** Machines of removed tenants and removed pools. */
  readonly machinesDeleted: Count;
}

/** The sums of a plan's tenants. */
export function totalsOf(tenants: readonly TenantChange[]): ChangeTotals {
  const pools = tenants.filter(({ kind }) => kind !== 'orphaned').flatMap((tenant) => tenant.pools);
  return {
    controlPlanesRolled: tenants.filter(({ controlPlane }) => (controlPlane?.rolledBy.length ?? 0) > 0)
      .length,
    machinesReplaced: sum(
      pools.filter(({ kind, replacedBy }) => kind === 'changed' && replacedBy.length > 0),
    ),
    machinesCreated: sum(pools.filter(({ kind }) => kind === 'created')),
    machinesDeleted: sum(pools.filter(({ kind }) => kind === 'removed')),
  };
}

function sum(pools: readonly PoolChange[]): Count {
  return {
    min: pools.reduce((total, { machines }) => total + machines.min, 0),
    max: pools.reduce((total, { machines }) => total + machines.max, 0),
  };
}
