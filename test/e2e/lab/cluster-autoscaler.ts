import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { optionalBinary } from './build.ts';
import { optionalComponents } from './components.ts';
import { kubeconfig } from './kubeconfig.ts';
import type { Lab } from './lab.ts';
import { freePort } from './ports.ts';
import { endPod, placePod, saysRunning, sayRunning } from './kamaji/pod-status.ts';
import { type KubeObject, listAt, textAt } from './object.ts';
import { type Proxy, startProxy } from './proxy.ts';
import { type Program, start } from './program.ts';
import { kinds } from './stand-in/kinds.ts';
import { each, type Loop, startLoop } from './stand-in/loop.ts';

const run = promisify(execFile);
const repository = fileURLToPath(new URL('../../../', import.meta.url));
const kaas = join(repository, 'lib', 'kaas.js');
const platform = join(repository, 'platform');

/** The management API as the ServiceAccount sees it that dist/ gives the job. */
async function asAutoscalerJob({ api }: Lab): Promise<Proxy> {
  const token = await api.token('kaas-system', 'kaas-autoscaler');
  return startProxy({ url: api.url, ca: api.ca, token });
}

/** Runs the autoscaler job once; returns its log. */
export async function runAutoscalerJob(lab: Lab): Promise<string> {
  const proxy = await asAutoscalerJob(lab);
  const { stdout } = await run(process.execPath, [kaas, 'autoscaler', '--once', '--server', proxy.url]);
  proxy.stop();
  return stdout;
}

/**
 * Runs the autoscaler job every 20 seconds, from the first sync of dist/ on, and what it deploys where the
 * cluster-autoscaler is given.
 */
export function startAutoscalers(lab: Lab): Loop {
  const given = optionalBinary(optionalComponents.clusterAutoscaler) !== undefined;
  const running = new Map<string, Program>();
  let proxy: Proxy | undefined;
  let job: Program | undefined;
  const loop = startLoop(
    'autoscaler job',
    async () => {
      proxy ??= await asAutoscalerJob(lab);
      if (job?.running() !== true) job = startJob(lab, proxy);
      if (given) await followDeployments(lab, running);
    },
    5000,
  );
  return {
    ...loop,
    stop: async () => {
      await loop.stop();
      await job?.stop();
      await Promise.all([...running.values()].map((program) => program.stop()));
      proxy?.stop();
    },
  };
}

const startJob = ({ api }: Lab, { url }: Proxy): Program =>
  start({
    name: 'autoscaler-job',
    dir: api.dir,
    file: process.execPath,
    args: [kaas, 'autoscaler', '--interval', '20s', '--server', url, '--platform', platform],
  });

/** A process for each Deployment that the job made, and none for one that it took away. */
async function followDeployments(lab: Lab, running: Map<string, Program>): Promise<void> {
  const deployments = (await lab.client.list(kinds.deployment)).filter(isAutoscaler);
  const tenants = new Set(
    deployments.map(({ metadata }) => (metadata.namespace ?? '').replace('tenant-', '')),
  );
  for (const [tenant, program] of running) {
    if (tenants.has(tenant) && program.running()) continue;
    running.delete(tenant);
    await program.stop();
  }
  const missing = [...tenants].filter((tenant) => !running.has(tenant));
  await each(missing, async (tenant) => void running.set(tenant, await startClusterAutoscaler(lab, tenant)));
  await each((await lab.client.list(kinds.pod)).filter(isAutoscaler), (pod) => tellPod(lab, running, pod));
}

const isAutoscaler = ({ metadata }: KubeObject): boolean => metadata.name.startsWith('cluster-autoscaler');

/** The pod of a Deployment whose process runs is said to run. */
async function tellPod(
  { client }: Lab,
  running: ReadonlyMap<string, Program>,
  pod: KubeObject,
): Promise<void> {
  if (pod.metadata.deletionTimestamp !== undefined) return endPod(client, pod);
  if (saysRunning(pod) || !running.has((pod.metadata.namespace ?? '').replace('tenant-', ''))) return;
  await placePod(client, pod);
  await sayRunning(client, pod, '127.0.0.1');
}

/**
 * Runs what the job's Deployment of a tenant says, as a process: its flags unchanged but for the port, and the
 * management side from a kubeconfig with the token of its ServiceAccount, since a process is in no cluster.
 */
export async function startClusterAutoscaler({ api, client }: Lab, tenant: string): Promise<Program> {
  const namespace = `tenant-${tenant}`;
  const file = optionalBinary(optionalComponents.clusterAutoscaler);
  if (file === undefined) throw new Error('no cluster-autoscaler is given');
  const deployment = await client.get({ ...kinds.deployment, name: 'cluster-autoscaler', namespace });
  const secret = await client.get({ ...kinds.secret, name: `${tenant}-kubeconfig`, namespace });
  const workload = join(api.dir, `${tenant}.kubeconfig`);
  writeFileSync(workload, Buffer.from(textAt(secret, 'data.value'), 'base64'), { mode: 0o600 });
  const management = join(api.dir, `${tenant}-autoscaler.kubeconfig`);
  const token = await api.token(namespace, 'cluster-autoscaler');
  writeFileSync(management, kubeconfig({ url: api.url, ca: api.ca, token }), { mode: 0o600 });
  const flags = listAt(deployment, 'spec.template.spec.containers.0.args').map(String);
  const kept = flags.filter(
    (flag) => !/^--(kubeconfig|address)=|^--clusterapi-cloud-config-authoritative$/.test(flag),
  );
  const own = [
    `--kubeconfig=${workload}`,
    `--cloud-config=${management}`,
    `--address=127.0.0.1:${await freePort()}`,
  ];
  return start({
    name: `cluster-autoscaler-${tenant}`,
    dir: api.dir,
    file,
    args: [...kept, ...own, '--leader-elect=false'],
  });
}
