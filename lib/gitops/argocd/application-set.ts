import type { Chart } from 'cdk8s';
import { ApplicationSet } from '../../../imports/index.ts';
import type { Site } from '../../fleet/index.ts';
import { gitSource } from './application.ts';
import { argocdNamespace, compareOptions, generatePaths, inCluster, projects, syncWave } from './keys.ts';

/** One Application for each folder of dist/tenants/. What protects a tenant is on its objects, not here. */
export function addTenants(chart: Chart, site: Site): void {
  const { repoURL, targetRevision } = gitSource(site);
  new ApplicationSet(chart, 'tenants', {
    metadata: {
      name: 'tenants',
      namespace: argocdNamespace,
      // After its project, or it reports an error and sleeps for minutes.
      annotations: { [syncWave]: '10' },
    },
    spec: {
      goTemplate: true,
      goTemplateOptions: ['missingkey=error'],
      // With create-update the second commit of a removal would do nothing.
      syncPolicy: { applicationsSync: 'sync' },
      generators: [{ git: { repoURL, revision: targetRevision, directories: [{ path: 'dist/tenants/*' }] } }],
      template: {
        metadata: {
          name: 'tenant-{{.path.basename}}',
          annotations: { [generatePaths]: '.', [compareOptions]: 'ServerSideDiff=true' },
          // Without one the controller adds the foreground finalizer, which deletes a cluster's parts in no order.
          finalizers: ['resources-finalizer.argocd.argoproj.io/background'],
        },
        spec: {
          project: projects.tenants,
          revisionHistoryLimit: 2,
          source: { repoURL, targetRevision, path: '{{.path.path}}', directory: { recurse: true } },
          destination: { server: inCluster, namespace: 'tenant-{{.path.basename}}' },
          syncPolicy: {
            automated: { prune: true, selfHeal: true, allowEmpty: false },
            retry: {
              limit: 5,
              backoff: { duration: '30s', factor: 2, maxDuration: '10m' },
              refresh: true,
            },
            syncOptions: [
              'ServerSideApply=true',
              'PrunePropagationPolicy=background',
              'ApplyOutOfSyncOnly=true',
              'FailOnSharedResource=true',
              'RespectIgnoreDifferences=true',
            ],
          },
        },
      },
    },
  });
}
