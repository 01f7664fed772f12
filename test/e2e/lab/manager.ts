import { mkdirSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import type { ApiServer } from './api-server.ts';
import type { KubeClient } from './client.ts';
import type { ClusterApiVersion } from './components.ts';
import { kubeconfig } from './kubeconfig.ts';
import { fixUp } from './fix-ups.ts';
import { manifests } from './manifests.ts';
import { condition, type KubeObject, referenceTo } from './object.ts';
import { freePort } from './ports.ts';
import { type Program, start } from './program.ts';
import { kamajiControlPlane, type Ports, type Provider, providers } from './providers.ts';
import { kinds } from './stand-in/kinds.ts';
import { Hopeless, pause, until } from './wait.ts';
import { pointWebhooks } from './webhooks.ts';

/** A provider that is installed; its process can be ended and started again. */
export interface Manager {
  readonly name: string;
  readonly program: () => Program;
  /** Ends the process (SIGKILL: as a lost node would) and starts it anew. */
  restart(): Promise<void>;
  /** Waits until it answers on its health endpoint, as a Deployment's rollout would. */
  ready(): Promise<void>;
}

/** What a manager needs to be started. */
export interface ManagerSetup {
  readonly provider: Provider;
  readonly file: string;
  readonly env: Readonly<Record<string, string>>;
  readonly extraFlags?: readonly string[];
}

/** Kinds that the lab replaces (Deployment) or has no controller for (cert-manager, Service). */
const leftOut = new Set(['Deployment', 'Issuer', 'Certificate', 'Service']);

/** Installs a provider's CRDs, RBAC and webhooks and starts its manager as its own ServiceAccount. */
export async function startManager(
  api: ApiServer,
  { provider, file, env, extraFlags = [] }: ManagerSetup,
): Promise<Manager> {
  const { name, namespace, serviceAccount, webhookPort } = provider;
  const temporary = join(api.dir, 'tmp', name);
  const certificates = join(temporary, 'k8s-webhook-server', 'serving-certs'); // controller-runtime's default below TMPDIR
  const ports: Ports = {
    webhook: webhookPort === 'free' ? await freePort() : (webhookPort ?? 0),
    health: await freePort(),
    metrics: await freePort(),
    certificates,
  };
  mkdirSync(certificates, { recursive: true });
  const serving = await api.authority.issue({ commonName: name, addresses: ['127.0.0.1'] });
  writeFileSync(join(certificates, 'ca.crt'), api.ca);
  writeFileSync(join(certificates, 'tls.crt'), serving.certificate);
  writeFileSync(join(certificates, 'tls.key'), serving.key, { mode: 0o600 });
  const objects = (await manifests(provider))
    .filter(({ kind }) => !leftOut.has(kind))
    .map((object) => pointWebhooks(fixUp(object), { port: ports.webhook, ca: api.ca }));
  await install(api.client, objects);
  const config = join(api.dir, 'pki', `${name}.kubeconfig`);
  const token = await api.token(namespace, serviceAccount);
  writeFileSync(config, kubeconfig({ url: api.url, ca: api.ca, token }), { mode: 0o600 });
  const launch = (): Program =>
    start({
      name,
      dir: api.dir,
      file,
      env: {
        TMPDIR: temporary,
        KUBECONFIG: config,
        POD_NAMESPACE: namespace,
        POD_NAME: name,
        POD_UID: name,
        ...env,
      },
      args: [...(provider.command ?? []), '--leader-elect=false', ...provider.flags(ports), ...extraFlags],
    });
  let program = launch();
  return {
    name,
    program: () => program,
    restart: async () => {
      await program.kill();
      program = launch();
    },
    ready: async () => {
      for (let restarts = 0; restarts < 3 && !(await lives(() => program)); restarts += 1) program = launch();
      await healthy(() => program, ports.health);
    },
  };
}

/** Renders the manifests of every provider into the cache. */
export async function renderManifests(version: ClusterApiVersion): Promise<void> {
  for (const provider of [...providers(version), kamajiControlPlane]) await manifests(provider);
}

/** Namespaces and CRDs first; the rest refers to them. */
async function install(client: KubeClient, objects: readonly KubeObject[]): Promise<void> {
  const rank = ({ kind }: KubeObject): number =>
    kind === 'Namespace'
      ? 0
      : kind === 'CustomResourceDefinition'
        ? 1
        : kind.endsWith('WebhookConfiguration')
          ? 3
          : 2;
  for (const object of [...objects].sort((a, b) => rank(a) - rank(b))) {
    await client.apply(object, { manager: 'lab-installer' });
    if (object.kind === kinds.crd.kind) await established(client, object);
  }
}

/** A manager that starts before its kinds are served ends at once. */
async function established(client: KubeClient, crd: KubeObject): Promise<void> {
  const look = async (): Promise<boolean> => {
    const live = await client.get(referenceTo(crd));
    return condition(live, 'Established')?.status === 'True';
  };
  await until(`CRD ${crd.metadata.name} to be established`, look, { seconds: 60, every: 100 });
}

/** A kubelet would start one again that ended early, as while the API server still learns of its kinds. */
async function lives(program: () => Program): Promise<boolean> {
  await pause(2000);
  return program().running();
}

async function healthy(program: () => Program, port: number): Promise<void> {
  const look = (): Promise<boolean> =>
    new Promise((done, fail) => {
      if (!program().running()) fail(new Hopeless('it ended'));
      get({ host: '127.0.0.1', port, path: '/readyz', timeout: 2000 }, (answer) => {
        answer.resume();
        done(answer.statusCode === 200);
      }).on('error', fail);
    });
  await until(`${program().name} to be ready`, look, { seconds: 120 }, () => program().tail());
}
