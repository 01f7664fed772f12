import { isDeepStrictEqual } from 'node:util';
import { shield } from '../../constructs/index.ts';
import type { TenantChange, ValueChange } from '../../report/change-plan.ts';
import { changeOf, differences } from '../../report/differences.ts';
import { controlPlaneChange } from './control-plane-change.ts';
import { poolChanges, wholePool } from './pool-changes.ts';
import type { TenantView } from './tenant-view.ts';

const nothing = { controlPlane: undefined, newMachines: [], cluster: [], beside: [] };

/** A tenant whose file is new. */
export function createdTenant({ tenant: { name, pools } }: TenantView): TenantChange {
  return { ...nothing, name, kind: 'created', pools: pools.map((pool) => wholePool(pool, 'created')) };
}

/** A tenant whose file goes: what the live Cluster carries decides, which is what the earlier file said. */
export function removedTenant({ tenant: { name, state, pools } }: TenantView): TenantChange {
  return {
    ...nothing,
    name,
    kind: state === 'removing' ? 'removed' : 'orphaned',
    pools: state === 'removing' ? pools.map((pool) => wholePool(pool, 'removed')) : [],
  };
}

/** What happens to a tenant that lives on; undefined if nothing does. */
export function changedTenant(was: TenantView, is: TenantView): TenantChange | undefined {
  const change: TenantChange = {
    name: is.tenant.name,
    kind: 'changed',
    controlPlane: controlPlaneChange(was, is),
    pools: poolChanges(was, is),
    newMachines: differences(was.proxmoxCluster?.spec, is.proxmoxCluster?.spec),
    cluster: clusterChanges(was, is),
    beside: besideChanges(was, is),
  };
  const { controlPlane, pools, newMachines, cluster, beside } = change;
  const moved = pools.length + newMachines.length + cluster.length + beside.length > 0;
  return controlPlane === undefined && !moved ? undefined : change;
}

/** Labels, annotations, class and pause of the Cluster; the shield by its own name. */
function clusterChanges(was: TenantView, is: TenantView): ValueChange[] {
  const shieldKeys = Object.keys(shield);
  const [before, now] = [was, is].map(({ cluster, tenant }) => ({
    class: cluster.spec.topology?.classRef.name,
    paused: tenant.paused,
    'shield against deletion': tenant.state === 'active' ? 'on' : 'off',
    labels: cluster.metadata.labels ?? {},
    annotations: without(cluster.metadata.annotations, shieldKeys),
  }));
  return differences(before, now);
}

function without(value: unknown, keys: readonly string[]): unknown {
  return Object.fromEntries(Object.entries(value ?? {}).filter(([key]) => !keys.includes(key)));
}

function besideChanges(was: TenantView, is: TenantView): ValueChange[] {
  return objectChanges(was.beside, is.beside);
}

/** The objects that are added, changed or removed, by name alone. */
export function objectChanges(
  was: ReadonlyMap<string, unknown>,
  is: ReadonlyMap<string, unknown>,
): ValueChange[] {
  return [...new Set([...was.keys(), ...is.keys()])].sort().flatMap((name) => {
    const [before, now] = [was.get(name), is.get(name)];
    if (isDeepStrictEqual(before, now)) return [];
    if (before === undefined) return [changeOf(name, undefined, 'added')];
    return [now === undefined ? changeOf(name, 'removed', undefined) : changeOf(name, undefined, undefined)];
  });
}
