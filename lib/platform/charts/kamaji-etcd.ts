import { type Datastore, parseImage, type Site, type Versions } from '../../fleet/index.ts';
import type { ChartRelease } from '../bundle.ts';
import { membersOf } from '../datastores.ts';
import { etcdIssuer, etcdNames, namespaces } from '../names.ts';
import { chartSource } from './source.ts';

/** The etcd of one datastore, with certificates from cert-manager. Its DataStore is an object of the bundle `datastores`. */
export function kamajiEtcd(datastore: Datastore, site: Site, versions: Versions): ChartRelease {
  const { release } = etcdNames(datastore.name);
  const { volume = '10Gi', storageClass = '' } = datastore.file;
  return {
    release,
    namespace: namespaces.etcd,
    source: chartSource(versions, 'kamaji-etcd'),
    // The chart makes its certificates' Secrets empty, and cert-manager fills them.
    rewritten: [{ group: '', kind: 'Secret', path: '.data' }],
    values: {
      fullnameOverride: release,
      replicas: membersOf(datastore),
      image: repositoryAndTag(versions.images.etcd),
      clusterDomain: site.file.management.domain ?? 'cluster.local',
      quotaBackendBytes: String((datastore.quotaMiB ?? 0) * 1024 * 1024),
      persistentVolumeClaim: { size: volume, storageClassName: storageClass },
      resources: { requests: { cpu: '250m', memory: '512Mi' }, limits: { memory: '4Gi' } },
      // The image runs as root unless told otherwise.
      podSecurityContext: {
        runAsNonRoot: true,
        runAsUser: 1000,
        runAsGroup: 1000,
        fsGroup: 1000,
        fsGroupChangePolicy: 'OnRootMismatch',
        seccompProfile: { type: 'RuntimeDefault' },
      },
      securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
      // One member per node: a lost node then never takes the quorum of three.
      topologySpreadConstraints: [
        {
          maxSkew: 1,
          topologyKey: 'kubernetes.io/hostname',
          whenUnsatisfiable: 'DoNotSchedule',
          labelSelector: { matchLabels: { 'app.kubernetes.io/instance': release } },
        },
      ],
      datastore: { enabled: false },
      selfSignedCertificates: { enabled: false },
      certManager: {
        enabled: true,
        issuerRef: { name: etcdIssuer, kind: 'Issuer', group: 'cert-manager.io' },
      },
      jobs: {
        etcd: imageAndTag(versions.images['etcd-job']),
        kubectl: imageAndTag(versions.images['kubectl-job']),
      },
    },
  };
}

function repositoryAndTag(text: string): { repository: string; tag: string } {
  const { repository, pinnedTag } = parseImage(text);
  return { repository, tag: pinnedTag };
}

function imageAndTag(text: string): { image: string; tag: string } {
  const { repository, pinnedTag } = parseImage(text);
  return { image: repository, tag: pinnedTag };
}
