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
  optionalComponents,
} from './components.ts';
import { startControllerManager } from './controller-manager.ts';
import { extraCrds } from './crds.ts';
import { type Manager, startManager } from './manager.ts';
import { manifests } from './manifests.ts';
import { kamajiControlPlane, providers } from './providers.ts';
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
}

/** What of the lab is the real program and what is played. */
export interface Parts {
  readonly kamaji: 'real' | 'stand-in';
  readonly kamajiProvider: 'real' | 'stand-in';
  readonly clusterAutoscaler: 'real' | 'none';
  readonly workers: 'stand-in';
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

/** Builds what is missing and starts everything; returns when every manager is ready. */
export async function startLab(options: LabOptions): Promise<Lab> {
  const { dir, clusterApi = clusterApiVersions[0], site = simulatedSite(), audit = false } = options;
  await ensureBuilt(labComponents(clusterApi));
  const api = await startApiServer({ dir, audit });
  const controllerManager = await startControllerManager(api);
  const tls = await api.authority.issue({ commonName: 'proxmox', addresses: ['127.0.0.1'] });
  const { pagePort } = options;
  const proxmox = await startSimulator({ ...site, tls, ...(pagePort === undefined ? {} : { pagePort }) });
  const managers = [...(await startProviders(api, clusterApi, proxmox))];
  const parts = partsOf();
  await installCrds(api);
  const provider = optionalBinary(optionalComponents.kamajiProvider);
  if (provider !== undefined) {
    managers.push(await startManager(api, { provider: kamajiControlPlane, file: provider, env: {} }));
  }
  const tenants = parts.kamaji === 'real' ? undefined : await startTenantApi(dir);
  const loops = await startControlPlanes(api.client, tenants, parts);
  const workers = startWorkers(api.client, proxmox.site);
  for (const manager of managers) await manager.ready();
  const programs = (): readonly Program[] => [
    ...api.programs,
    controllerManager,
    ...managers.map((manager) => manager.program()),
  ];
  return {
    api,
    client: api.client,
    tenants,
    proxmox,
    managers,
    loops,
    workers,
    parts,
    programs,
    stop: async () => {
      workers.stop();
      await Promise.all(loops.map((loop) => loop.stop()));
      await Promise.all(managers.map((manager) => manager.program().stop()));
      await controllerManager.stop();
      await proxmox.stop();
      await tenants?.stop();
      await api.stop();
    },
  };
}

async function startProviders(
  api: ApiServer,
  clusterApi: ClusterApiVersion,
  proxmox: Simulator,
): Promise<readonly Manager[]> {
  const managers: Manager[] = [];
  for (const provider of providers(clusterApi)) {
    const { env, flags } =
      provider.name === 'capmox' ? capmoxAccess(proxmox, api.caFile) : { env: {}, flags: [] };
    managers.push(
      await startManager(api, { provider, file: binary(provider.component), env, extraFlags: flags }),
    );
  }
  return managers;
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

/** What of a lab would be real now, by the binaries that are given. */
export function partsOf(): Parts {
  const kamaji = optionalBinary(optionalComponents.kamaji);
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
): Promise<readonly Loop[]> {
  const loops: Loop[] = [];
  if (tenants !== undefined) loops.push(await startKamaji(client, tenants.admin));
  if (parts.kamajiProvider === 'stand-in') loops.push(startProvider(client));
  return loops;
}
