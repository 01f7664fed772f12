import type { Chart } from 'cdk8s';
import { AppProject, type AppProjectSpec } from '../../../imports/index.ts';
import { compareText } from '../../finding/index.ts';
import type { Site } from '../../fleet/index.ts';
import { type Bundle, type ChartSource, namespaces, type PlatformObject } from '../../platform/index.ts';
import { tenantKinds } from '../tenant-kinds.ts';
import { argocdNamespace, inCluster, projects, syncOptions, syncWave } from './keys.ts';

interface KindRef {
  readonly group: string;
  readonly kind: string;
}

/** What each part of dist/ may contain: the whitelists are the kinds that it does contain. */
export function addProjects(chart: Chart, site: Site, bundles: readonly Bundle[]): void {
  const objects = bundles.flatMap((bundle) => bundle.objects);
  const charts = bundles.flatMap((bundle) => bundle.chart ?? []);
  addProject(chart, projects.platform, {
    description: 'The entry point, and the bundles that are plain YAML.',
    sourceRepos: [site.file.gitops.repo],
    destinations: destinations([
      argocdNamespace,
      namespaces.kaas,
      ...objects.flatMap(({ metadata }) => metadata.namespace ?? []),
    ]),
    clusterResourceWhitelist: kindsOf(objects.filter(isClusterScoped)),
    namespaceResourceWhitelist: unique([
      ...kindsOf(objects.filter((object) => !isClusterScoped(object))),
      ...['AppProject', 'Application', 'ApplicationSet'].map((kind) => ({ group: 'argoproj.io', kind })),
    ]),
  });
  addProject(chart, projects.charts, {
    description: 'The bundles that are Helm charts. What they contain is up to their authors.',
    sourceRepos: [...new Set(charts.map(({ source }) => repositoryOf(source)))].sort(compareText),
    destinations: destinations(charts.map(({ namespace }) => namespace)),
    clusterResourceWhitelist: [{ group: '*', kind: '*' }],
  });
  addProject(chart, projects.tenants, {
    description: 'The tenants.',
    sourceRepos: [site.file.gitops.repo],
    destinations: [{ server: inCluster, namespace: 'tenant-*' }],
    clusterResourceWhitelist: tenantKinds.filter(({ clusterScoped }) => clusterScoped).map(reference),
    namespaceResourceWhitelist: tenantKinds.filter(({ clusterScoped }) => !clusterScoped).map(reference),
  });
}

function addProject(chart: Chart, name: string, spec: AppProjectSpec): void {
  new AppProject(chart, `project-${name}`, {
    metadata: {
      name,
      namespace: argocdNamespace,
      annotations: {
        [syncWave]: '-30',
        // An Application whose project is gone can be neither synced nor deleted.
        [syncOptions]: 'Prune=false,Delete=false',
      },
    },
    spec,
  });
}

function repositoryOf(source: ChartSource): string {
  return source.url;
}

function isClusterScoped({ metadata }: PlatformObject): boolean {
  return metadata.namespace === undefined;
}

function kindsOf(objects: readonly PlatformObject[]): KindRef[] {
  return unique(objects.map(({ apiVersion, kind }) => ({ group: groupOf(apiVersion), kind })));
}

/** The API group of an apiVersion, '' for the core group. */
function groupOf(apiVersion: string): string {
  const slash = apiVersion.indexOf('/');
  return slash < 0 ? '' : apiVersion.slice(0, slash);
}

function unique(kinds: readonly KindRef[]): KindRef[] {
  const byText = new Map(kinds.map((kind) => [`${kind.group}/${kind.kind}`, kind]));
  return [...byText].sort(([a], [b]) => compareText(a, b)).map(([, kind]) => kind);
}

function reference({ group, kind }: KindRef): KindRef {
  return { group, kind };
}

function destinations(namespaces: readonly string[]): { server: string; namespace: string }[] {
  return [...new Set(namespaces)].sort(compareText).map((namespace) => ({ server: inCluster, namespace }));
}
