import type { ClusterObject } from '../../constructs/index.ts';
import type { Pool } from '../../fleet/index.ts';
import type { Count, PoolChange, ValueChange } from '../../report/change-plan.ts';
import { changeOf, differences } from '../../report/differences.ts';
import type { TenantView } from './tenant-view.ts';

/** What happens to each pool, in the order of the file; pools that go come last. */
export function poolChanges(was: TenantView, is: TenantView): PoolChange[] {
  const before = new Map(was.tenant.pools.map((pool) => [pool.name, pool]));
  const names = new Set(is.tenant.pools.map(({ name }) => name));
  return [
    ...is.tenant.pools.flatMap((pool) => {
      const past = before.get(pool.name);
      return past === undefined ? [wholePool(pool, 'created')] : (changedPool(was, is, past, pool) ?? []);
    }),
    ...was.tenant.pools.filter(({ name }) => !names.has(name)).map((pool) => wholePool(pool, 'removed')),
  ];
}

/** A pool that comes or goes. */
export function wholePool(pool: Pool, kind: 'created' | 'removed'): PoolChange {
  return { name: pool.name, kind, machines: countOf(pool), replacedBy: [], scaledTo: undefined, inPlace: [] };
}

function changedPool(was: TenantView, is: TenantView, past: Pool, pool: Pool): PoolChange | undefined {
  const replacedBy = replacements(was, is, past, pool);
  const scaled = past.min !== pool.min || past.max !== pool.max || past.autoscaled !== pool.autoscaled;
  const told = replacedBy.length > 0 || past.autoscaled !== pool.autoscaled;
  const inPlace = inPlaceChanges(was.cluster, is.cluster, pool.name, told);
  if (replacedBy.length === 0 && !scaled && inPlace.length === 0) return undefined;
  return {
    name: pool.name,
    kind: 'changed',
    machines: countOf(past),
    replacedBy,
    scaledTo: scaled ? countOf(pool) : undefined,
    inPlace,
  };
}

const countOf = ({ min, max }: Pool): Count => ({ min, max });

/**
 * Why the machines are replaced: another version, or another content of one of the two templates. Names do not count.
 * Source: MachineTemplateUpToDate in internal/controllers/machinedeployment/mdutil/util.go of Cluster API v1.13.5.
 */
function replacements(was: TenantView, is: TenantView, past: Pool, pool: Pool): ValueChange[] {
  const [from, to] = [versionOf(was, past), versionOf(is, pool)];
  const before = new Map((was.templates.get(past.name) ?? []).map(({ kind, spec }) => [kind, spec]));
  const templates = (is.templates.get(pool.name) ?? []).flatMap(({ kind, spec }) =>
    differences(before.get(kind), spec)
      .map((change) => ({ ...change, field: change.field.replace(/^template\.spec\./, '') }))
      .filter((change) => !followsVersion(change, from, to)),
  );
  return from === to ? templates : [changeOf('version', from, to), ...templates];
}

const versionOf = ({ tenant }: TenantView, { heldVersion }: Pool): string =>
  (heldVersion ?? tenant.version).text;

/** True for the image's tag, which only says the version once more. */
function followsVersion({ was, is }: ValueChange, from: string, to: string): boolean {
  return from !== to && was !== undefined && was.includes(from) && was.replaceAll(from, to) === is;
}

/** What Cluster API carries to the machines that there are, or keeps to itself. The bounds are told as such. */
function inPlaceChanges(was: ClusterObject, is: ClusterObject, pool: string, told: boolean): ValueChange[] {
  return differences(ownFields(was, pool), ownFields(is, pool)).filter(
    ({ field }) =>
      !field.includes('/cluster-api-autoscaler-node-group-') &&
      // What the autoscaler reckons a new machine to be follows from what is told already.
      !(told && field.includes('capacity.cluster-autoscaler.kubernetes.io/')),
  );
}

function ownFields(cluster: ClusterObject, name: string): unknown {
  const pools = cluster.spec.topology?.workers?.machineDeployments ?? [];
  const { metadata, deletion, healthCheck, rollout } = pools.find((pool) => pool.name === name) ?? {};
  return {
    labels: metadata?.labels ?? {},
    annotations: metadata?.annotations ?? {},
    deletion,
    healthCheck,
    rollout,
  };
}
