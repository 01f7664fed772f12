import { readCluster } from '../../lib/autoscaler/cluster.ts';
import type { Cluster } from '../../lib/autoscaler/cluster.ts';
import { readControlPlane } from '../../lib/autoscaler/control-plane.ts';
import type { TenantControlPlane } from '../../lib/autoscaler/control-plane.ts';
import type { Settings } from '../../lib/autoscaler/settings.ts';
import type { Draft } from './stand-in.ts';

export const settings: Settings = {
  images: {
    '1.34': 'registry.k8s.io/autoscaling/cluster-autoscaler:v1.34.5',
    '1.35': 'registry.k8s.io/autoscaling/cluster-autoscaler:v1.35.2',
  },
  managementNetworks: ['10.4.0.11/32', '10.43.0.1/32'],
  monitoringNamespace: 'monitoring',
};

/** What a test changes of the sample tenant. */
export interface Wish {
  readonly name?: string;
  readonly namespace?: string;
  readonly uid?: string;
  readonly created?: string;
  readonly version?: string;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly labels?: Readonly<Record<string, string>>;
  readonly paused?: boolean;
  readonly initialized?: boolean;
  readonly replicas?: number;
  readonly deleting?: boolean;
}

/** A running Cluster as Cluster API 1.13 stores it, in short. */
export function clusterObject(wish: Wish = {}): Draft {
  const name = wish.name ?? 'acme';
  return {
    metadata: {
      name,
      namespace: wish.namespace ?? `tenant-${name}`,
      ...(wish.uid === undefined ? {} : { uid: wish.uid }),
      creationTimestamp: wish.created ?? '2026-11-01T00:00:00Z',
      labels: wish.labels ?? { 'kaas.lab/autoscaling': 'enabled' },
      annotations: wish.annotations ?? {},
      ...(wish.deleting === true ? { deletionTimestamp: '2026-11-30T00:00:00Z' } : {}),
    },
    spec: {
      ...(wish.paused === undefined ? {} : { paused: wish.paused }),
      controlPlaneEndpoint: { host: '10.4.0.101', port: 6443 },
      topology: { version: wish.version ?? 'v1.35.5', controlPlane: { replicas: wish.replicas ?? 2 } },
    },
    status: { initialization: { controlPlaneInitialized: wish.initialized ?? true } },
  };
}

/** What a test changes of the sample control plane. */
export interface ControlPlaneWish {
  readonly name?: string;
  readonly namespace?: string;
  readonly version?: string;
  readonly checksum?: string | undefined;
  readonly state?: string;
}

/** A TenantControlPlane as Kamaji 26.8 stores it, in short. */
export function controlPlaneObject(wish: ControlPlaneWish = {}): Draft {
  const name = wish.name ?? 'acme';
  const checksum = 'checksum' in wish ? wish.checksum : 'c0ffee';
  return {
    metadata: {
      name,
      namespace: wish.namespace ?? `tenant-${name}`,
      labels: { 'cluster.x-k8s.io/cluster-name': name },
    },
    spec: { kubernetes: { version: wish.version ?? 'v1.35.5' } },
    status: {
      kubeconfig: { admin: { secretName: `${name}-admin-kubeconfig`, checksum } },
      kubernetesResources: { version: { status: wish.state ?? 'Ready', version: wish.version ?? 'v1.35.5' } },
    },
  };
}

export function cluster(wish: Wish = {}): Cluster {
  const read = readCluster(clusterObject({ uid: 'uid-acme', ...wish }));
  if (read === undefined) throw new Error('the sample Cluster has an identity');
  return read;
}

export function controlPlane(wish: ControlPlaneWish = {}): TenantControlPlane {
  const read = readControlPlane(controlPlaneObject(wish));
  if (read === undefined) throw new Error('the sample TenantControlPlane has an identity');
  return read;
}
