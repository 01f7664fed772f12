import { type AnyObject, type ClusterObject, expandCluster } from '../../constructs/index.ts';
import { heldVersionsOf, type Tenant, type Versions } from '../../fleet/index.ts';
import type { ManifestObject } from '../../output/index.ts';
import type { TenantClasses } from '../../synth/tenant-class.ts';
import { tenantManifests } from '../../synth/tenant-manifests.ts';

/** The objects of one tenant: those of its bundle, and those that Cluster API makes of its Cluster. */
export interface TenantView {
  readonly tenant: Tenant;
  readonly cluster: ManifestObject & ClusterObject;
  /** The bundle without the Cluster, by kind and name. */
  readonly beside: ReadonlyMap<string, ManifestObject>;
  readonly proxmoxCluster: AnyObject | undefined;
  readonly controlPlane: AnyObject | undefined;
  /** Templates of the machines by pool. */
  readonly templates: ReadonlyMap<string, readonly AnyObject[]>;
}

/** The view of a tenant; undefined if its class is not there or refuses the Cluster. */
export function viewOf(tenant: Tenant, classes: TenantClasses, versions: Versions): TenantView | undefined {
  const found = classes.of(tenant);
  if ('finding' in found) return undefined;
  const objects = tenantManifests(tenant, { className: found.generation.name, versions }).map(
    ({ object }) => object,
  );
  const cluster = objects.find(isCluster);
  if (cluster === undefined) return undefined;
  const { expanded, problems } = expandCluster(cluster, found.generation, heldVersionsOf(tenant));
  if (problems.length > 0) return undefined;
  const whole = expanded.filter(({ pool }) => pool === undefined).map(({ object }) => object);
  return {
    tenant,
    cluster,
    beside: new Map(
      objects
        .filter((object) => !isCluster(object))
        .map((object) => [`${object.kind} ${object.metadata.name}`, object]),
    ),
    proxmoxCluster: whole.find(({ kind }) => kind === 'ProxmoxCluster'),
    controlPlane: whole.find(({ kind }) => kind === 'KamajiControlPlane'),
    templates: new Map(
      tenant.pools.map(({ name }) => [
        name,
        expanded.filter(({ pool }) => pool === name).map(({ object }) => object),
      ]),
    ),
  };
}

function isCluster(object: ManifestObject): object is ManifestObject & ClusterObject {
  return object.kind === 'Cluster';
}
