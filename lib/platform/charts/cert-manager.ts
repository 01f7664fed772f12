import { parseImage, type Versions } from '../../fleet/index.ts';
import { type ChartRelease, rewrittenCertificates } from '../bundle.ts';
import { namespaces } from '../names.ts';
import { chartSource } from './source.ts';

/** cert-manager: certificates of the webhooks of Cluster API and Kamaji, and of the etcd datastores. */
export function certManager(versions: Versions): ChartRelease {
  return {
    release: 'cert-manager',
    namespace: namespaces.certManager,
    source: chartSource(versions, 'cert-manager'),
    rewritten: rewrittenCertificates,
    values: {
      crds: { enabled: true, keep: true },
      // Its leader election would otherwise put Roles into kube-system.
      global: { leaderElection: { namespace: namespaces.certManager } },
      replicaCount: 2,
      image: image(versions, 'cert-manager-controller'),
      resources: resources('64Mi', '512Mi'),
      webhook: {
        replicaCount: 2,
        image: image(versions, 'cert-manager-webhook'),
        resources: resources('32Mi', '256Mi'),
      },
      cainjector: {
        replicaCount: 2,
        image: image(versions, 'cert-manager-cainjector'),
        resources: resources('64Mi', '512Mi'),
      },
      acmesolver: { image: image(versions, 'cert-manager-acmesolver') },
      startupapicheck: { image: image(versions, 'cert-manager-startupapicheck') },
    },
  };
}

function image(
  versions: Versions,
  name: keyof Versions['images'],
): { repository: string; tag: string; digest?: string } {
  const { repository, tag, digest } = parseImage(versions.images[name]);
  return { repository, tag, ...(digest === undefined ? {} : { digest }) };
}

function resources(request: string, limit: string): object {
  return { requests: { cpu: '10m', memory: request }, limits: { memory: limit } };
}
