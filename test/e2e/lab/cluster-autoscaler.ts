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
import { listAt, textAt } from './object.ts';
import { startProxy } from './proxy.ts';
import { type Program, start } from './program.ts';
import { kinds } from './stand-in/kinds.ts';

const run = promisify(execFile);
const kaas = fileURLToPath(new URL('../../../lib/kaas.js', import.meta.url));

/** Runs the autoscaler job once, as the ServiceAccount that dist/ gives it; returns its log. */
export async function runAutoscalerJob({ api }: Lab): Promise<string> {
  const token = await api.token('kaas-system', 'kaas-autoscaler');
  const proxy = await startProxy({ url: api.url, ca: api.ca, token });
  const { stdout } = await run(process.execPath, [kaas, 'autoscaler', '--once', '--server', proxy.url]);
  proxy.stop();
  return stdout;
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
