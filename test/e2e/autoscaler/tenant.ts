import type { ApiServer } from '../lab/api-server.ts';
import { textAt, type KubeObject, type Reference } from '../lab/object.ts';
import { namespace as namespaceObject } from './management.ts';

export interface TenantWish {
  readonly version?: string;
  readonly checksum?: string;
  readonly paused?: boolean;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly labels?: Readonly<Record<string, string>>;
  readonly finalizers?: readonly string[];
}

/** A tenant of the test: its namespace, Cluster and TenantControlPlane as the controllers leave them. */
export interface TenantUnderTest {
  readonly name: string;
  readonly namespace: string;
  readonly set: (wish: TenantWish) => Promise<void>;
  readonly deleteCluster: () => Promise<void>;
  readonly cluster: () => Promise<KubeObject | undefined>;
  readonly deployment: () => Promise<KubeObject | undefined>;
  /** Kinds named cluster-autoscaler that exist, with the uid of their owner. */
  readonly objects: () => Promise<readonly (readonly [kind: string, owner: string])[]>;
}

export const autoscalerKinds = [
  { apiVersion: 'v1', kind: 'ServiceAccount' },
  { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'RoleBinding' },
  { apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy' },
  { apiVersion: 'apps/v1', kind: 'Deployment' },
] as const;

export async function createTenant(
  api: ApiServer,
  name: string,
  wish: TenantWish = {},
): Promise<TenantUnderTest> {
  const namespace = `tenant-${name}`;
  const reference: Reference = { apiVersion: 'cluster.x-k8s.io/v1beta2', kind: 'Cluster', name, namespace };
  const found = (kind: (typeof autoscalerKinds)[number]) =>
    api.client.get({ ...kind, name: 'cluster-autoscaler', namespace });
  await api.client.apply(namespaceObject(namespace));
  const tenant: TenantUnderTest = {
    name,
    namespace,
    set: async (next) => {
      await api.client.apply(clusterObject(name, namespace, next));
      await api.client.apply(controlPlaneObject(name, namespace, next));
    },
    deleteCluster: async () => {
      await api.client.remove(reference);
    },
    cluster: () => api.client.get(reference),
    deployment: () => found(autoscalerKinds[3]),
    objects: async () => {
      const objects = await Promise.all(autoscalerKinds.map(found));
      return objects
        .filter((object) => object !== undefined)
        .map((object) => [object.kind, textAt(object, 'metadata.ownerReferences.0.uid')] as const);
    },
  };
  await tenant.set(wish);
  return tenant;
}

function clusterObject(name: string, namespace: string, wish: TenantWish): KubeObject {
  return {
    apiVersion: 'cluster.x-k8s.io/v1beta2',
    kind: 'Cluster',
    metadata: {
      name,
      namespace,
      labels: wish.labels ?? { 'kaas.lab/autoscaling': 'enabled' },
      annotations: wish.annotations ?? {},
      ...(wish.finalizers === undefined ? {} : { finalizers: wish.finalizers }),
    },
    spec: {
      paused: wish.paused ?? false,
      controlPlaneEndpoint: { host: '10.4.0.101', port: 6443 },
      topology: { version: wish.version ?? 'v1.35.5', controlPlane: { replicas: 2 } },
    },
    status: { initialization: { controlPlaneInitialized: true } },
  };
}

function controlPlaneObject(name: string, namespace: string, wish: TenantWish): KubeObject {
  const version = wish.version ?? 'v1.35.5';
  return {
    apiVersion: 'kamaji.clastix.io/v1alpha1',
    kind: 'TenantControlPlane',
    metadata: { name, namespace },
    spec: { kubernetes: { version } },
    status: {
      kubeconfig: { admin: { secretName: `${name}-admin-kubeconfig`, checksum: wish.checksum ?? 'c0ffee' } },
      kubernetesResources: { version: { status: 'Ready', version } },
    },
  };
}
