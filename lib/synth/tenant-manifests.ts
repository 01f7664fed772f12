import { App, Chart } from 'cdk8s';
import type { Construct } from 'constructs';
import { NicPools, TenantAccess, TenantCluster, TenantDns, TenantNamespace } from '../constructs/index.ts';
import type { Tenant, Versions } from '../fleet/index.ts';
import { fileName, type Manifest, type ManifestObject } from '../output/index.ts';
import { networkObjects } from '../platform/index.ts';

/** What a tenant's bundle is made from, beside its own file. */
export interface TenantParts {
  /** The tenant's class: a generation, or a variant of one. */
  readonly className: string;
  readonly versions: Versions;
}

/** The two folders of a tenant: base, and the Cluster alone. */
export function tenantManifests(tenant: Tenant, { className, versions }: TenantParts): Manifest[] {
  const base = objectsOf((scope) => {
    new TenantNamespace(scope, 'namespace', { tenant });
    new TenantAccess(scope, 'access', { tenant });
    new TenantDns(scope, 'dns', { tenant, image: versions.images.coredns });
    new NicPools(scope, 'nic-pools', { tenant });
  });
  const cluster = objectsOf((scope) => new TenantCluster(scope, 'cluster', { tenant, className }));
  return [
    ...[...base, ...networkObjects(tenant, versions)].map((object) => manifest(tenant, 'base', object)),
    ...cluster.map((object) => manifest(tenant, 'cluster', object)),
  ];
}

function manifest(tenant: Tenant, folder: 'base' | 'cluster', object: ManifestObject): Manifest {
  return {
    path: `tenants/${tenant.name}/${folder}/${fileName(object)}`,
    sources: [tenant.source.file],
    object,
  };
}

/** One App per bundle: cdk8s looks over the whole app once per chart, which would make a fleet's synth quadratic. */
function objectsOf(build: (scope: Construct) => void): ManifestObject[] {
  const chart = new Chart(new App(), 'bundle', { disableResourceNameHashes: true });
  build(chart);
  return chart.toJson() as ManifestObject[];
}
