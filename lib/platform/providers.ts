import type { Chart } from 'cdk8s';
import {
  AddonProvider,
  BootstrapProvider,
  ControlPlaneProvider,
  CoreProvider,
  InfrastructureProvider,
  type InfrastructureProviderSpec,
  IPAMProvider,
} from '../../imports/index.ts';
import type { ProviderName, Site, Versions } from '../fleet/index.ts';
import { patchesFor } from './fix-ups.ts';
import { keep } from './keep.ts';
import { namespaces } from './names.ts';
import { objectsOf, type PlatformObject } from './object.ts';
import { spreadAffinity } from './spread.ts';

/** All provider kinds have the same fields. */
type ProviderSpec = InfrastructureProviderSpec;

interface ProviderKind {
  new (
    scope: Chart,
    id: string,
    props: {
      metadata: { name: string; namespace: string; annotations: Readonly<Record<string, string>> };
      spec: ProviderSpec;
    },
  ): unknown;
}

/** What the Cluster API operator must know of a provider. */
interface Provider {
  readonly kind: ProviderKind;
  /** Name in clusterctl's list, by which the operator finds its release. */
  readonly name: string;
  readonly namespace: string;
  readonly container: 'manager' | 'controller';
  /** Only of providers that have the gate: another crashes on it (in-cluster IPAM has no such flag at all). */
  readonly featureGates?: Readonly<Record<string, boolean>>;
  /** Memory limit; upstream's is 128Mi where there is one, which is too little (clastix: cozystack#2708). */
  readonly memory: string;
}

const providers: Readonly<Record<ProviderName, Provider>> = {
  core: {
    kind: CoreProvider,
    name: 'cluster-api',
    namespace: namespaces.core,
    container: 'manager',
    featureGates: { ClusterTopology: true },
    memory: '1Gi',
  },
  kubeadm: {
    kind: BootstrapProvider,
    name: 'kubeadm',
    namespace: namespaces.kubeadm,
    container: 'manager',
    memory: '512Mi',
  },
  ipam: {
    kind: IPAMProvider,
    name: 'in-cluster',
    namespace: namespaces.ipam,
    container: 'manager',
    memory: '512Mi',
  },
  proxmox: {
    kind: InfrastructureProvider,
    name: 'proxmox',
    namespace: namespaces.proxmox,
    container: 'manager',
    featureGates: { ClusterTopology: true },
    memory: '512Mi',
  },
  kamaji: {
    kind: ControlPlaneProvider,
    name: 'kamaji',
    namespace: namespaces.kamaji,
    container: 'controller',
    memory: '512Mi',
  },
  helm: {
    kind: AddonProvider,
    name: 'helm',
    namespace: namespaces.helm,
    container: 'manager',
    memory: '512Mi',
  },
};

/** The object by which the Cluster API operator installs a provider. */
export function providerObjects(name: ProviderName, site: Site, versions: Versions): PlatformObject[] {
  const { kind: Kind, name: known, namespace } = providers[name];
  return objectsOf((chart) => {
    new Kind(chart, known, {
      metadata: { name: known, namespace, annotations: keep },
      spec: spec(name, site, versions),
    });
  });
}

function spec(name: ProviderName, site: Site, versions: Versions): ProviderSpec {
  const { featureGates, container, memory } = providers[name];
  const { version, image } = versions.providers[name];
  const patches = patchesFor(name, version);
  return {
    version,
    ...(name === 'proxmox' ? { configSecret: { name: site.file.proxmox.credentialsSecret } } : {}),
    ...(featureGates === undefined ? {} : { manager: { featureGates: { ...featureGates } } }),
    deployment: {
      // Webhooks fail closed: with one pod, a lost node would stop every change to a cluster.
      replicas: 2,
      affinity: spreadAffinity({ 'cluster.x-k8s.io/provider': providerLabel(name) }),
      containers: [
        {
          name: container,
          imageUrl: image,
          // CAPMOX skips the check of Proxmox's certificate unless this is false.
          ...(name === 'proxmox'
            ? { env: [{ name: 'PROXMOX_INSECURE', value: String(site.file.proxmox.insecure ?? false) }] }
            : {}),
          resources: { requests: { cpu: '50m', memory: '128Mi' }, limits: { memory } },
        },
      ],
    },
    ...(patches.length === 0 ? {} : { patches }),
  };
}

/** Label that a provider's own manifests put on its pods. */
function providerLabel(name: ProviderName): string {
  switch (name) {
    case 'core':
      return 'cluster-api';
    case 'kubeadm':
      return 'bootstrap-kubeadm';
    case 'ipam':
      return 'ipam-in-cluster';
    case 'proxmox':
      return 'infrastructure-proxmox';
    case 'kamaji':
      return 'kamaji';
    case 'helm':
      return 'helm';
  }
}
