import { join } from 'node:path';
import { type Simulator, startSimulator } from '../proxmox/simulator.ts';
import type { SiteOptions } from '../proxmox/site.ts';
import { type ApiServer, startApiServer } from './api-server.ts';
import { binary, ensureBuilt, optionalBinary } from './build.ts';
import type { KubeClient } from './client.ts';
import {
  type ClusterApiVersion,
  clusterApiVersions,
  labComponents,
  machineComponents,
  optionalComponents,
} from './components.ts';
import { startControllerManager } from './controller-manager.ts';
import { extraCrds } from './crds.ts';
import { type Manager, startManager } from './manager.ts';
import { startLoadBalancer } from './kamaji/load-balancer.ts';
import { startPods } from './kamaji/pods.ts';
import { network, podNetwork } from './machines/network.ts';
import { startMachines } from './machines/workers.ts';
import { manifests } from './manifests.ts';
import { requireFree } from './ports.ts';
import { capmoxWebhookPort, kamajiControlPlane, kamajiOperator, providers } from './providers.ts';
import type { Program } from './program.ts';
import { simulatedSite } from './site-file.ts';
import { startKamaji } from './stand-in/kamaji.ts';
import { kinds } from './stand-in/kinds.ts';
import { startProvider } from './stand-in/provider.ts';
import type { Loop } from './stand-in/loop.ts';
import { startWorkers, type Workers } from './stand-in/workers.ts';

export interface LabOptions {
  /** State folder: data, certificates, logs. Made if missing. */
  readonly dir: string;
  readonly clusterApi?: ClusterApiVersion;
  readonly site?: SiteOptions;
  /** Port of the simulator's page. Default: a free one. */
  readonly pagePort?: number;
  readonly audit?: boolean;
  /** Real machines with kubelets, and all containers of the control plane pods. Needs the real Kamaji. Default false. */
  readonly machines?: boolean;
}

/** What of the lab is the real program and what is played. */
export interface Parts {
  readonly kamaji: 'real' | 'stand-in';
  readonly kamajiProvider: 'real' | 'stand-in';
  readonly clusterAutoscaler: 'real' | 'none';
  readonly workers: 'real' | 'stand-in';
}

/** A management cluster that runs, with a simulated Proxmox VE below it. */
export interface Lab {
  readonly api: ApiServer;
  readonly client: KubeClient;
  /** The API server that all tenants share on the Kamaji stand-in; undefined with the real Kamaji. */
  readonly tenants: ApiServer | undefined;
  readonly proxmox: Simulator;
  readonly managers: readonly Manager[];
  readonly loops: readonly Loop[];
  readonly workers: Workers;
  readonly parts: Parts;
  readonly programs: () => readonly Program[];
  stop(): Promise<void>;
}

/** Builds what is missing and starts everything; returns when every manager is ready. Stops all of it if one fails. */
export async function startLab(options: LabOptions): Promise<Lab> {
  const stops: Stop[] = [];
  const stop = async (): Promise<void> => {
    for (const one of stops.splice(0).reverse()) await one();
  };
  try {
    return await assemble(options, stops, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

type Stop = () => Promise<void>;

async function assemble(options: LabOptions, stops: Stop[], stop: Stop): Promise<Lab> {
  const {
    dir,
    clusterApi = clusterApiVersions[0],
    site = simulatedSite(),
    audit = false,
    pagePort,
    machines = false,
  } = options;
  await ensureBuilt([...labComponents(clusterApi), ...(machines ? machineComponents : [])]);
  await requireFree(capmoxWebhookPort, 'CAPMOX serves its webhooks there and cannot do so elsewhere');
  const api = await startApiServer({ dir, audit });
  stops.push(() => api.stop());
  const controllerManager = await startControllerManager(api);
  stops.push(() => controllerManager.stop());
  const tls = await api.authority.issue({ commonName: 'proxmox', addresses: ['127.0.0.1'] });
  const proxmox = await startSimulator({ ...site, tls, ...(pagePort === undefined ? {} : { pagePort }) });
  stops.push(() => proxmox.stop());
  const managers: Manager[] = [];
  stops.push(() => Promise.all(managers.map((manager) => manager.program().stop())).then(() => undefined));
  await startProviders(api, clusterApi, proxmox, managers);
  const parts: Parts = { ...partsOf(), workers: machines ? 'real' : 'stand-in' };
  await installCrds(api);
  const provider = optionalBinary(optionalComponents.kamajiProvider);
  if (provider !== undefined) {
    managers.push(await startManager(api, { provider: kamajiControlPlane, file: provider, env: {} }));
  }
  const tenants = parts.kamaji === 'real' ? undefined : await startTenantApi(dir);
  stops.push(async () => tenants?.stop());
  const kamaji = kamajiBinary();
  if (kamaji !== undefined) {
    managers.push(await startManager(api, { provider: kamajiOperator, file: kamaji, env: {} }));
  }
  if (kamaji !== undefined) await network(podNetwork.bridge, podNetwork.prefix);
  const pods = kamaji === undefined ? undefined : startPods(api, machines ? 'all' : 'kube-apiserver');
  stops.push(async () => pods?.stop());
  const loops = await startControlPlanes(api.client, tenants, parts);
  if (pods !== undefined) loops.push(pods.loop, startLoadBalancer(api.client));
  stops.push(() => Promise.all(loops.map((loop) => loop.stop())).then(() => undefined));
  const workers = machines ? await startMachines(proxmox.site, dir) : startWorkers(api.client, proxmox.site);
  stops.push(() => workers.stop());
  for (const manager of managers) await manager.ready();
  const programs = (): readonly Program[] => [
    ...api.programs,
    controllerManager,
    ...managers.map((manager) => manager.program()),
    ...(pods?.programs() ?? []),
  ];
  return { api, client: api.client, tenants, proxmox, managers, loops, workers, parts, programs, stop };
}

async function startProviders(
  api: ApiServer,
  clusterApi: ClusterApiVersion,
  proxmox: Simulator,
  managers: Manager[],
): Promise<void> {
  for (const provider of providers(clusterApi)) {
    const { env, flags } =
      provider.name === 'capmox' ? capmoxAccess(proxmox, api.caFile) : { env: {}, flags: [] };
    managers.push(
      await startManager(api, { provider, file: binary(provider.component), env, extraFlags: flags }),
    );
  }
}

/** TLS is verified: the simulator's certificate is signed by the lab's own CA. */
function capmoxAccess(
  proxmox: Simulator,
  caFile: string,
): { env: Record<string, string>; flags: readonly string[] } {
  const { url, token } = proxmox;
  const env = {
    PROXMOX_URL: url,
    PROXMOX_TOKEN: token.id,
    PROXMOX_SECRET: token.secret,
    PROXMOX_INSECURE: 'false',
  };
  return { env, flags: [`--proxmox-root-cert-file=${caFile}`] };
}

/** Kamaji runs for real only in namespaces of its own, which `npm run test:e2e` makes. */
const kamajiBinary = (): string | undefined =>
  process.env['KAAS_LAB_HOSTS'] === undefined ? undefined : optionalBinary(optionalComponents.kamaji);

/** What of a lab would be real now, by the binaries that are given. */
export function partsOf(kamaji = kamajiBinary()): Parts {
  const provider = optionalBinary(optionalComponents.kamajiProvider);
  const autoscaler = optionalBinary(optionalComponents.clusterAutoscaler);
  return {
    kamaji: kamaji === undefined ? 'stand-in' : 'real',
    kamajiProvider: provider === undefined ? 'stand-in' : 'real',
    clusterAutoscaler: autoscaler === undefined ? 'none' : 'real',
    workers: 'stand-in',
  };
}

/** CRDs of the Kamaji provider from its module, of everything else from KAAS_LAB_BIN/crds or imports/. */
async function installCrds(api: ApiServer): Promise<void> {
  const provider = (await manifests(kamajiControlPlane)).filter(({ kind }) => kind === kinds.crd.kind);
  for (const crd of provider) await api.client.apply(crd, { manager: 'lab-installer' });
  const installed = (await api.client.list(kinds.crd)).map(({ metadata }) => metadata.name);
  for (const crd of extraCrds(new Set(installed))) await api.client.apply(crd, { manager: 'lab-installer' });
}

/** Service addresses as tenants have them by default, so that what is delivered into a tenant fits. */
const startTenantApi = (dir: string): Promise<ApiServer> =>
  startApiServer({ dir: join(dir, 'tenants'), services: '10.96.0.0/16' });

async function startControlPlanes(
  client: KubeClient,
  tenants: ApiServer | undefined,
  parts: Parts,
): Promise<Loop[]> {
  const loops: Loop[] = [];
  if (tenants !== undefined) loops.push(await startKamaji(client, tenants.admin));
  if (parts.kamajiProvider === 'stand-in') loops.push(startProvider(client));
  return loops;
}
