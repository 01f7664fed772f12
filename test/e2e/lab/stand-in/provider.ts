import type { KubeClient } from '../client.ts';
import {
  at,
  type KubeObject,
  mapAt,
  numberAt,
  ownedBy,
  type Reference,
  referenceTo,
  textAt,
} from '../object.ts';
import { kinds } from './kinds.ts';
import { each, type Loop, startLoop } from './loop.ts';
import { tenantControlPlane } from './tenant-control-plane.ts';

/**
 * Plays the Kamaji control plane provider (v0.20.0): KamajiControlPlane -> TenantControlPlane, its endpoint back to
 * the KamajiControlPlane and the ProxmoxCluster, the Secrets and the status that Cluster API waits for.
 */
export function startProvider(client: KubeClient): Loop {
  const applied = new Map<string, string>();
  return startLoop('kamaji control plane provider (stand-in)', async () => {
    const controlPlanes = await client.list(kinds.kamajiControlPlane);
    await each(controlPlanes, (controlPlane) => reconcile(client, applied, controlPlane));
  });
}

async function reconcile(
  client: KubeClient,
  applied: Map<string, string>,
  controlPlane: KubeObject,
): Promise<void> {
  const cluster = await clusterOf(client, controlPlane);
  if (cluster === undefined || paused(cluster, controlPlane)) return;
  if (controlPlane.metadata.deletionTimestamp !== undefined) return; // it has no finalizer
  const tcp = await ensureTenantControlPlane(client, applied, controlPlane, cluster);
  const endpoint = textAt(tcp, 'status.controlPlaneEndpoint');
  if (endpoint === '') return;
  await passEndpoint(client, controlPlane, cluster, endpoint);
  const provisioned = at(cluster, 'status.initialization.infrastructureProvisioned') === true;
  if (textAt(cluster, 'spec.controlPlaneEndpoint.host') === '' || !provisioned) return;
  await copySecrets(client, controlPlane, cluster, tcp);
  await reportStatus(client, controlPlane, tcp);
}

async function clusterOf(client: KubeClient, { metadata }: KubeObject): Promise<KubeObject | undefined> {
  const owner = metadata.ownerReferences?.[0];
  if (owner === undefined) return undefined;
  return client.get({ ...kinds.cluster, name: owner.name, namespace: metadata.namespace });
}

function paused(cluster: KubeObject, { metadata }: KubeObject): boolean {
  return (
    at(cluster, 'spec.paused') === true || metadata.annotations?.['cluster.x-k8s.io/paused'] !== undefined
  );
}

async function ensureTenantControlPlane(
  client: KubeClient,
  applied: Map<string, string>,
  controlPlane: KubeObject,
  cluster: KubeObject,
): Promise<KubeObject> {
  const wanted = tenantControlPlane(controlPlane, cluster);
  const text = JSON.stringify(wanted);
  const key = controlPlane.metadata.uid ?? '';
  const present = await client.get(referenceTo(wanted));
  if (present !== undefined && applied.get(key) === text) return present;
  const stored = await client.apply(wanted, { manager: 'kamaji-provider-stand-in' });
  applied.set(key, text);
  return stored;
}

/** An address once given never changes: with another one the real provider reports a mismatching host for ever. */
async function passEndpoint(
  client: KubeClient,
  controlPlane: KubeObject,
  cluster: KubeObject,
  endpoint: string,
): Promise<void> {
  const [host = '', port = '6443'] = endpoint.split(':');
  const value = { spec: { controlPlaneEndpoint: { host, port: Number(port) } } };
  if (textAt(controlPlane, 'spec.controlPlaneEndpoint.host') !== host) {
    await client.patch(referenceTo(controlPlane), { type: 'merge', value });
  }
  const infrastructure: Reference = {
    ...kinds.proxmoxCluster,
    name: textAt(cluster, 'spec.infrastructureRef.name'),
    namespace: cluster.metadata.namespace,
  };
  const proxmox = await client.get(infrastructure);
  if (proxmox === undefined) throw new Error(`${infrastructure.name} has no ProxmoxCluster yet`);
  const known = textAt(proxmox, 'spec.controlPlaneEndpoint.host');
  if (known === '') await client.patch(infrastructure, { type: 'merge', value });
  else if (known !== host) throw new Error(`${infrastructure.name} was provisioned with a mismatching host`);
}

async function copySecrets(
  client: KubeClient,
  controlPlane: KubeObject,
  cluster: KubeObject,
  tcp: KubeObject,
): Promise<void> {
  const namespace = cluster.metadata.namespace ?? '';
  const read = async (name: string): Promise<Readonly<Record<string, unknown>>> =>
    mapAt(await client.get({ ...kinds.secret, name, namespace }), 'data');
  const admin = await read(textAt(tcp, 'status.kubeconfig.admin.secretName'));
  const ca = await read(textAt(tcp, 'status.certificates.ca.secretName'));
  const name = cluster.metadata.name;
  await ensureSecret(client, controlPlane, cluster, `${name}-kubeconfig`, { value: admin['admin.conf'] });
  const own = await client.get({ ...kinds.secret, name: `${name}-ca`, namespace });
  if (own?.metadata.ownerReferences?.[0]?.kind === 'TenantControlPlane') {
    // Kamaji's own Secret has the name already; Cluster API reads these keys of it
    if (mapAt(own, 'data')['tls.crt'] !== undefined) return;
    const data = { 'tls.crt': ca['ca.crt'], 'tls.key': ca['ca.key'] };
    await client.patch(referenceTo(own), { type: 'merge', value: { data } });
    return;
  }
  await ensureSecret(client, controlPlane, cluster, `${name}-ca`, {
    'tls.crt': ca['ca.crt'],
    'tls.key': ca['ca.key'],
  });
}

async function ensureSecret(
  client: KubeClient,
  controlPlane: KubeObject,
  cluster: KubeObject,
  name: string,
  data: Readonly<Record<string, unknown>>,
): Promise<void> {
  const namespace = cluster.metadata.namespace ?? '';
  const present = await client.get({ ...kinds.secret, name, namespace });
  if (present !== undefined && JSON.stringify(mapAt(present, 'data')) === JSON.stringify(data)) return;
  const labels = { 'cluster.x-k8s.io/cluster-name': cluster.metadata.name };
  await client.apply({
    ...kinds.secret,
    metadata: { name, namespace, labels, ownerReferences: [ownedBy(controlPlane)] },
    type: 'cluster.x-k8s.io/secret',
    data,
  });
}

async function reportStatus(client: KubeClient, controlPlane: KubeObject, tcp: KubeObject): Promise<void> {
  const deployment = 'status.kubernetesResources.deployment';
  const ready = textAt(tcp, 'status.kubernetesResources.version.status') === 'Ready';
  const status = {
    initialization: { controlPlaneInitialized: true },
    externalManagedControlPlane: true,
    ready,
    version: textAt(tcp, 'status.kubernetesResources.version.version'),
    selector: textAt(tcp, `${deployment}.selector`),
    replicas: numberAt(tcp, `${deployment}.replicas`) ?? 0,
    readyReplicas: numberAt(tcp, `${deployment}.readyReplicas`) ?? 0,
    availableReplicas: numberAt(tcp, `${deployment}.availableReplicas`) ?? 0,
    upToDateReplicas: numberAt(tcp, `${deployment}.updatedReplicas`) ?? 0,
  };
  const { conditions, ...present } = mapAt(controlPlane, 'status');
  const wanted = { ...present, ...status };
  const same = JSON.stringify(sorted(present)) === JSON.stringify(sorted(wanted)) && conditions !== undefined;
  if (same) return;
  const value = {
    status: { ...status, conditions: [available(controlPlane, ready), patched(controlPlane)] },
  };
  await client.patch(referenceTo(controlPlane), { type: 'merge', value }, 'status');
}

const sorted = (fields: object): unknown => Object.entries(fields).sort(([a], [b]) => a.localeCompare(b));

const available = (controlPlane: KubeObject, ready: boolean): unknown =>
  conditionOf(controlPlane, 'Available', ready ? 'True' : 'False', ready ? 'Available' : 'NotAvailable');

const patched = (controlPlane: KubeObject): unknown =>
  conditionOf(controlPlane, 'InfrastructureClusterPatched', 'True', 'Patched');

function conditionOf({ metadata }: KubeObject, type: string, status: string, reason: string): unknown {
  const lastTransitionTime = new Date().toISOString();
  return { type, status, reason, message: '', lastTransitionTime, observedGeneration: metadata.generation };
}
