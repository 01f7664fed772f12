import type { Chart } from 'cdk8s';
import { Kustomization, type KustomizationSpec } from '../../../imports/index.ts';
import type { Site } from '../../fleet/index.ts';
import type { Bundle } from '../../platform/index.ts';
import { healthExpressions } from '../health/cel.ts';
import { fluxNamespace, rootName } from './keys.ts';

const repository = { kind: 'GitRepository', name: rootName } as const;

/** The entry point; it manages itself. With the default deletionPolicy, deleting it would delete every engine object. */
export function addParent(chart: Chart): void {
  add(chart, rootName, {
    interval: '10m',
    retryInterval: '1m',
    path: './dist/flux',
    prune: true,
    deletionPolicy: 'Orphan',
    sourceRef: repository,
  });
}

/** The Kustomization of a bundle. It is ready when its objects are, so that what comes after it waits. */
export function addBundleKustomization(chart: Chart, { name, after, chart: release, objects }: Bundle): void {
  const expressions = healthExpressions(objects);
  add(chart, `platform-${name}`, {
    ...(after.length === 0 ? {} : { dependsOn: after.map((needed) => ({ name: `platform-${needed}` })) }),
    interval: '10m',
    retryInterval: '1m',
    timeout: release === undefined ? '5m' : '15m',
    path: `./dist/platform/${name}`,
    prune: true,
    // With MirrorPrune a renamed bundle deletes and re-creates its objects.
    deletionPolicy: 'Orphan',
    sourceRef: repository,
    wait: true,
    ...(expressions.length === 0 ? {} : { healthCheckExprs: expressions }),
  });
}

/**
 * The two Kustomizations of a tenant. The cluster depends on the base alone: if it depended on the classes, one class
 * that is not ready would stop every tenant, removals too.
 */
export function addTenantKustomizations(chart: Chart, site: Site, tenant: string): void {
  const place = tenantSource(site, tenant);
  add(chart, `tenant-${tenant}-base`, {
    interval: '1h',
    retryInterval: '2m',
    timeout: '1m',
    ...place('base'),
    prune: true,
    deletionPolicy: 'Orphan',
  });
  add(chart, `tenant-${tenant}-cluster`, {
    dependsOn: [{ name: `tenant-${tenant}-base` }],
    interval: '1h',
    retryInterval: '2m',
    timeout: '5m',
    ...place('cluster'),
    prune: true,
    deletionPolicy: 'MirrorPrune',
    // A worker waits with it, and creating a cluster takes minutes: a few tenants would stop all others.
    wait: false,
  });
}

function tenantSource(
  { file: { gitops } }: Site,
  tenant: string,
): (part: string) => Pick<KustomizationSpec, 'sourceRef' | 'path'> {
  return gitops.artifacts === true
    ? (part) => ({ sourceRef: { kind: 'ExternalArtifact', name: `tenant-${tenant}` }, path: `./${part}` })
    : (part) => ({ sourceRef: repository, path: `./dist/tenants/${tenant}/${part}` });
}

function add(chart: Chart, name: string, spec: KustomizationSpec): void {
  new Kustomization(chart, name, { metadata: { name, namespace: fluxNamespace }, spec });
}
