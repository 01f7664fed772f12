import { createHash } from 'node:crypto';
import { type Authority, createAuthority } from '../authority.ts';
import type { KubeClient } from '../client.ts';
import type { Endpoint } from '../http.ts';
import { kubeconfig } from '../kubeconfig.ts';
import { type KubeObject, mapAt, numberAt, ownedBy, referenceTo, textAt } from '../object.ts';
import { kinds } from './kinds.ts';
import { each, type Loop, startLoop } from './loop.ts';

/**
 * Plays Kamaji's part as far as the Kamaji control plane provider waits for it: no control plane runs, and the
 * kubeconfig of every tenant points at one API server that all tenants share, beside the management cluster.
 *
 * What it publishes on a TenantControlPlane is what Kamaji 26.x was seen to publish: the endpoint (the VIP of the
 * Service's MetalLB annotation), the admin kubeconfig and CA Secrets, the version and the Deployment's counts.
 */
export async function startKamaji(client: KubeClient, tenants: Endpoint): Promise<Loop> {
  const authority = await createAuthority('tenant-ca', 'rsa');
  const seen = new Map<string, number>();
  return startLoop('kamaji (stand-in)', async () => {
    const found = await client.list(kinds.tenantControlPlane);
    await each(
      found.filter((tcp) => tcp.metadata.deletionTimestamp === undefined),
      async (tcp) => {
        const uid = tcp.metadata.uid ?? '';
        const generation = tcp.metadata.generation ?? 0;
        if (seen.get(uid) === generation) return;
        await publish(client, kubeconfig(tenants, tcp.metadata.name), authority, tcp);
        seen.set(uid, generation);
      },
    );
  });
}

async function publish(
  client: KubeClient,
  config: string,
  authority: Authority,
  tcp: KubeObject,
): Promise<void> {
  const { name, namespace = '' } = tcp.metadata;
  await client.apply(
    ownedSecret(tcp, `${name}-admin-kubeconfig`, { 'admin.conf': config, 'admin.svc': config }),
  );
  await client.apply(
    ownedSecret(tcp, `${name}-ca`, { 'ca.crt': authority.certificate, 'ca.key': authority.key }),
  );
  const vip = mapAt(tcp, 'spec.controlPlane.service.additionalMetadata.annotations')[
    'metallb.io/loadBalancerIPs'
  ];
  if (typeof vip !== 'string') return; // no address: Kamaji waits for one as well
  const status = statusOf(tcp, `${vip}:${numberAt(tcp, 'spec.networkProfile.port') ?? 6443}`, config);
  await client.patch({ ...referenceTo(tcp), namespace }, { type: 'merge', value: { status } }, 'status');
}

function statusOf(tcp: KubeObject, endpoint: string, config: string): unknown {
  const { name, namespace, generation } = tcp.metadata;
  const replicas = numberAt(tcp, 'spec.controlPlane.deployment.replicas') ?? 2;
  const lastUpdate = new Date().toISOString();
  const checksum = createHash('md5').update(config).digest('hex');
  return {
    controlPlaneEndpoint: endpoint,
    certificates: { ca: { secretName: `${name}-ca`, lastUpdate } },
    kubeconfig: { admin: { secretName: `${name}-admin-kubeconfig`, checksum, lastUpdate } },
    kubernetesResources: {
      version: {
        status: replicas === 0 ? 'Sleeping' : 'Ready',
        version: textAt(tcp, 'spec.kubernetes.version'),
      },
      deployment: {
        name,
        namespace,
        selector: `kamaji.clastix.io/name=${name}`,
        lastUpdate,
        replicas,
        readyReplicas: replicas,
        availableReplicas: replicas,
        updatedReplicas: replicas,
        observedGeneration: generation,
      },
    },
  };
}

function ownedSecret(
  owner: KubeObject,
  name: string,
  stringData: Readonly<Record<string, string>>,
): KubeObject {
  const namespace = owner.metadata.namespace ?? '';
  const data = Object.entries(stringData).map(([key, value]) => [key, Buffer.from(value).toString('base64')]);
  return {
    ...kinds.secret,
    metadata: { name, namespace, ownerReferences: [ownedBy(owner)] },
    data: Object.fromEntries(data) as Record<string, string>,
  };
}
