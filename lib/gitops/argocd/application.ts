import type { Chart } from 'cdk8s';
import { Application, type ApplicationSpec } from '../../../imports/index.ts';
import type { Site } from '../../fleet/index.ts';
import { type Bundle, type ChartRelease, namespaces } from '../../platform/index.ts';
import {
  appliedByHand,
  argocdNamespace,
  compareOptions,
  generatePaths,
  inCluster,
  projects,
  rootName,
  syncWave,
} from './keys.ts';

/**
 * The entry point: everything in dist/argocd/. It has no finalizer, so that deleting it deletes nothing else, and it
 * is applied by hand, once.
 */
export function addRoot(chart: Chart, site: Site): void {
  new Application(chart, rootName, {
    metadata: { name: rootName, namespace: argocdNamespace },
    spec: {
      project: projects.platform,
      source: {
        ...gitSource(site),
        path: 'dist/argocd',
        directory: { recurse: true, exclude: `{${appliedByHand.join(',')}}` },
      },
      destination: { server: inCluster, namespace: argocdNamespace },
      syncPolicy: {
        automated,
        syncOptions: ['ServerSideApply=true', 'ApplyOutOfSyncOnly=true'],
        retry: patience,
      },
    },
  });
}

/** The Application of a bundle. It has no finalizer: a bundle that is removed or renamed leaves its objects behind. */
export function addBundleApplication(chart: Chart, site: Site, bundle: Bundle, wave: number): void {
  new Application(chart, `platform-${bundle.name}`, {
    metadata: {
      name: `platform-${bundle.name}`,
      namespace: argocdNamespace,
      annotations: {
        [syncWave]: String(wave),
        [compareOptions]: 'ServerSideDiff=true',
        ...(bundle.chart === undefined ? { [generatePaths]: '.' } : {}),
      },
    },
    spec: bundle.chart === undefined ? folderSpec(site, bundle) : chartSpec(bundle.chart),
  });
}

/** Revision of the repository: the branch by its full name, which Argo CD resolves without listing all tags. */
export function gitSource({ file: { gitops } }: Site): { repoURL: string; targetRevision: string } {
  return { repoURL: gitops.repo, targetRevision: `refs/heads/${gitops.branch}` };
}

const automated = { prune: true, selfHeal: true, allowEmpty: false } as const;

/** Until it works, and from the newest commit on: what a bundle waits for may take an hour on a first installation. */
const patience = {
  limit: -1,
  backoff: { duration: '15s', factor: 2, maxDuration: '5m' },
  refresh: true,
} as const;

/** No FailOnSharedResource: with it, a renamed bundle would never adopt its objects. */
const platformSyncOptions = [
  'ServerSideApply=true',
  'PrunePropagationPolicy=background',
  'ApplyOutOfSyncOnly=true',
];

/** The destination names a namespace although every object has its own: a project compares it, and '' is in no list. */
function folderSpec(site: Site, { name, objects }: Bundle): ApplicationSpec {
  const namespace = objects.find(({ metadata }) => metadata.namespace !== undefined)?.metadata.namespace;
  return {
    project: projects.platform,
    revisionHistoryLimit: 2,
    source: { ...gitSource(site), path: `dist/platform/${name}`, directory: { recurse: true } },
    destination: { server: inCluster, namespace: namespace ?? namespaces.kaas },
    syncPolicy: { automated, retry: patience, syncOptions: platformSyncOptions },
  };
}

/** Charts are not pruned: a CRD or a volume that a new version of a chart no longer has would go with all it holds. */
function chartSpec({ release, namespace, source, values, rewritten }: ChartRelease): ApplicationSpec {
  return {
    project: projects.charts,
    revisionHistoryLimit: 2,
    source: { ...chartSource(source), helm: { releaseName: release, valuesObject: values } },
    destination: { server: inCluster, namespace },
    syncPolicy: {
      automated: { ...automated, prune: false },
      retry: patience,
      syncOptions: [
        ...platformSyncOptions,
        ...(rewritten.length === 0 ? [] : ['RespectIgnoreDifferences=true']),
      ],
    },
    ...(rewritten.length === 0
      ? {}
      : {
          ignoreDifferences: rewritten.map(({ group, kind, path }) => ({
            group,
            kind,
            jqPathExpressions: [path],
          })),
        }),
  };
}

type Source = NonNullable<ApplicationSpec['source']>;

function chartSource(source: ChartRelease['source']): Source {
  switch (source.type) {
    case 'helm':
      return { repoURL: source.url, chart: source.chart, targetRevision: source.version };
    case 'oci':
      return { repoURL: source.url, path: '.', targetRevision: source.digest ?? source.version };
    case 'git':
      return { repoURL: source.url, path: source.path, targetRevision: source.commit ?? source.tag };
  }
}
