import type { ClassObjects } from '../constructs/index.ts';
import type { Site, Tenant, Versions } from '../fleet/index.ts';
import { fileName, type Manifest } from '../output/index.ts';
import { deliver } from '../gitops/index.ts';
import { platformBundles } from '../platform/index.ts';
import { autoscalerJobObjects, datastoreBundles } from './platform-parts.ts';

/** What the platform's manifests are made of. */
export interface PlatformInput {
  readonly site: Site;
  readonly versions: Versions;
  readonly tenants: readonly Tenant[];
  /** Every class generation, and every variant that is in use. */
  readonly classes: readonly ClassObjects[];
}

/** The platform's bundles and the objects of the engine that syncs them. */
export function platformManifests({ site, versions, tenants, classes }: PlatformInput): Manifest[] {
  const sources = [site.source.file, versions.source.file];
  const bundles = platformBundles(site, versions, {
    classes: classes.flatMap(({ objects }) => objects),
    autoscalerJob: autoscalerJobObjects(site, versions),
    further: datastoreBundles(site, versions),
  });
  return deliver(
    site,
    bundles,
    tenants.map(({ name }) => name),
  ).flatMap(({ path, objects }) =>
    objects.map((object) => ({ path: `${path}/${fileName(object)}`, sources, object })),
  );
}
