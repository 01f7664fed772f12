import { parseImage, type Versions } from '../../fleet/index.ts';
import { type ChartRelease, rewrittenCertificates } from '../bundle.ts';
import { namespaces } from '../names.ts';
import { spreadAffinity } from '../spread.ts';

/** Kamaji: runs the tenants' control planes as pods of the management cluster. */
export function kamaji(versions: Versions): ChartRelease {
  const { url, version, commit, image: text } = versions.kamaji;
  const { repository, pinnedTag } = parseImage(text);
  return {
    // Webhook certificates and RBAC take their names from the release.
    release: 'kamaji',
    namespace: namespaces.kamaji,
    source: { type: 'git', url, path: 'charts/kamaji', tag: version, commit },
    rewritten: rewrittenCertificates,
    values: {
      replicaCount: 2,
      image: { repository, tag: pinnedTag, pullPolicy: 'IfNotPresent' },
      // Otherwise the job that moves a tenant to another datastore runs an image that is not pinned.
      extraArgs: [`--migrate-image=${text}`],
      // Every tenant names its datastore.
      defaultDatastoreName: '',
      'kamaji-etcd': { deploy: false },
      telemetry: { disabled: true },
      // The chart's limit is 100Mi; 95 MiB were seen with two control planes.
      resources: { requests: { cpu: '100m', memory: '128Mi' }, limits: { memory: '1Gi' } },
      podSecurityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
      affinity: spreadAffinity({ 'app.kubernetes.io/name': 'kamaji' }),
    },
  };
}
