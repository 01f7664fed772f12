import { parseImage, type Versions } from '../../fleet/index.ts';
import { type ChartRelease, rewrittenCertificates } from '../bundle.ts';
import { namespaces } from '../names.ts';
import { chartSource } from './source.ts';

/** The Cluster API operator, which installs the providers. The providers themselves are bundles of their own. */
export function clusterApiOperator(versions: Versions): ChartRelease {
  const { repository, tag, digest } = parseImage(versions.images['cluster-api-operator']);
  return {
    release: 'capi-operator',
    namespace: namespaces.operator,
    source: chartSource(versions, 'cluster-api-operator'),
    rewritten: rewrittenCertificates,
    values: {
      // As hooks its objects would be deleted and made anew by Argo CD at each sync (cluster-api-operator#751).
      enableHelmHook: false,
      replicaCount: 2,
      // The repository is given whole: the chart puts a registry in front of it if one is set.
      image: { manager: { registry: '', repository, tag, ...(digest === undefined ? {} : { digest }) } },
      resources: { manager: { requests: { cpu: '50m', memory: '128Mi' }, limits: { memory: '1Gi' } } },
    },
  };
}
