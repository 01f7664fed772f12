import type { Chart } from 'cdk8s';
import type { Site } from '../fleet/index.ts';
import { type Bundle, objectsOf, type PlatformObject } from '../platform/index.ts';
import { addTenants } from './argocd/application-set.ts';
import { addBundleApplication, addRoot } from './argocd/application.ts';
import { addHealthChecks } from './argocd/health-config.ts';
import { addProjects } from './argocd/projects.ts';
import { addHelmRelease } from './flux/helm-release.ts';
import { addBundleKustomization, addParent, addTenantKustomizations } from './flux/kustomization.ts';
import { addArtifacts, addRepository } from './flux/source.ts';
import { wavesOf } from './waves.ts';

/** A folder of dist/ and what lies in it. */
export interface Folder {
  /** Below dist/, such as `platform/vips`. */
  readonly path: string;
  readonly objects: readonly PlatformObject[];
}

/**
 * The folders of the platform and of the site's engine. The tenants' own folders are not among them; what an engine
 * needs to sync them is.
 */
export function deliver(site: Site, bundles: readonly Bundle[], tenants: readonly string[]): Folder[] {
  return site.file.gitops.engine === 'argocd'
    ? [...bundleFolders(bundles, () => []), argocdFolder(site, bundles)]
    : [...bundleFolders(bundles, helmObjects), fluxFolder(site, bundles, tenants)];
}

function bundleFolders(
  bundles: readonly Bundle[],
  chartObjects: (bundle: Bundle) => readonly PlatformObject[],
): Folder[] {
  return bundles
    .map((bundle) => ({
      path: `platform/${bundle.name}`,
      objects: [...bundle.objects, ...chartObjects(bundle)],
    }))
    .filter(({ objects }) => objects.length > 0);
}

function argocdFolder(site: Site, bundles: readonly Bundle[]): Folder {
  const waves = wavesOf(bundles);
  return {
    path: 'argocd',
    objects: objectsOf((chart) => {
      addRoot(chart, site);
      addHealthChecks(chart);
      addProjects(chart, site, bundles);
      for (const bundle of bundles) addBundleApplication(chart, site, bundle, waves.get(bundle.name) ?? 0);
      addTenants(chart, site);
    }),
  };
}

function helmObjects({ chart: release }: Bundle): PlatformObject[] {
  return release === undefined ? [] : objectsOf((chart: Chart) => addHelmRelease(chart, release));
}

function fluxFolder(site: Site, bundles: readonly Bundle[], tenants: readonly string[]): Folder {
  return {
    path: 'flux',
    objects: objectsOf((chart) => {
      addRepository(chart, site);
      addParent(chart);
      for (const bundle of bundles) addBundleKustomization(chart, bundle);
      if (site.file.gitops.artifacts === true) addArtifacts(chart);
      for (const tenant of tenants) addTenantKustomizations(chart, site, tenant);
    }),
  };
}
