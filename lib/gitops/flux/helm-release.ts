import type { Chart } from 'cdk8s';
import {
  GitRepository,
  HelmRelease,
  type HelmReleaseSpec,
  HelmRepository,
  OCIRepository,
} from '../../../imports/index.ts';
import type { ChartRelease, ChartSource } from '../../platform/index.ts';
import { fluxNamespace, neverPruned } from './keys.ts';

/** A chart and where it comes from. They lie in the folder of the bundle, whose Kustomization is ready when they are. */
export function addHelmRelease(chart: Chart, release: ChartRelease): void {
  const metadata = { name: release.release, namespace: fluxNamespace, annotations: neverPruned };
  addSource(chart, metadata, release.source);
  new HelmRelease(chart, 'release', {
    metadata,
    spec: {
      interval: '1h',
      timeout: '10m',
      releaseName: release.release,
      targetNamespace: release.namespace,
      storageNamespace: release.namespace,
      ...chartOf(release),
      // Helm itself never upgrades the CRDs of a chart's crds folder.
      install: { crds: 'CreateReplace', remediation: { retries: -1 } },
      // A failed upgrade is tried again and not rolled back: back is where the next try has to start from anyhow.
      upgrade: { crds: 'CreateReplace', strategy: { name: 'RetryOnFailure', retryInterval: '2m' } },
      values: release.values,
    },
  });
}

type Metadata = { name: string; namespace: string; annotations: Readonly<Record<string, string>> };

function addSource(chart: Chart, metadata: Metadata, source: ChartSource): void {
  switch (source.type) {
    case 'helm':
      new HelmRepository(chart, 'source', { metadata, spec: { interval: '1h', url: source.url } });
      return;
    case 'oci':
      new OCIRepository(chart, 'source', {
        metadata,
        spec: {
          interval: '1h',
          url: source.url,
          ref: source.digest === undefined ? { tag: source.version } : { digest: source.digest },
          layerSelector: {
            mediaType: 'application/vnd.cncf.helm.chart.content.v1.tar+gzip',
            operation: 'copy',
          },
        },
      });
      return;
    case 'git':
      new GitRepository(chart, 'source', {
        metadata,
        spec: {
          interval: '1h',
          url: source.url,
          ref: source.commit === undefined ? { tag: source.tag } : { commit: source.commit },
          // The rest of the repository is no business of this cluster.
          ignore: `/*\n!/${source.path.split('/')[0] ?? source.path}\n`,
        },
      });
      return;
  }
}

function chartOf({ release, source }: ChartRelease): Pick<HelmReleaseSpec, 'chart' | 'chartRef'> {
  switch (source.type) {
    case 'helm':
      return {
        chart: {
          spec: {
            chart: source.chart,
            version: source.version,
            sourceRef: { kind: 'HelmRepository', name: release },
          },
        },
      };
    case 'oci':
      return { chartRef: { kind: 'OCIRepository', name: release } };
    case 'git':
      return {
        chart: {
          spec: {
            chart: `./${source.path}`,
            sourceRef: { kind: 'GitRepository', name: release },
            // The chart's own version never changes (0.0.0+latest): by it, no upgrade would be seen.
            reconcileStrategy: 'Revision',
          },
        },
      };
  }
}
