import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Bundle, readBundles } from './bundle.ts';
import { startAutoscalers } from './cluster-autoscaler.ts';
import { prune, sync } from './engine.ts';
import { kubeconfig } from './kubeconfig.ts';
import { createDataStores } from './kamaji/datastores.ts';
import { type Lab, startLab } from './lab.ts';
import { startCni } from './machines/cni.ts';
import { machinesWanted } from './machines/wanted.ts';
import { portOr } from './ports.ts';
import { relay } from './relay.ts';
import { gateOfThisProcess, pagePort, saveState, stateFolder } from './state.ts';
import { pause } from './wait.ts';

/*
 * The lab in the background: it runs until it gets SIGTERM, and meanwhile plays the GitOps engine: whenever dist/
 * changes, it is applied in the engine's order and pruned by the engine's rules.
 */

const dist = fileURLToPath(new URL('../../../dist/', import.meta.url));
const gate = gateOfThisProcess();
const parent = process.ppid;

const machines = machinesWanted();
const lab = await startLab({ dir: stateFolder(), pagePort: await portOr(pagePort), machines });
const cni = machines ? startCni(lab.client) : undefined;
const stores = createDataStores(lab);
if (gate !== undefined) {
  await relay({ path: gate.page.path }, { port: portOf(lab.proxmox.pageUrl) });
  await relay({ path: gate.api.path }, { port: portOf(lab.api.url) });
}
const kubeconfigFile = (name: string, url: string): string => {
  const file = join(stateFolder(), name);
  writeFileSync(file, kubeconfig({ ...lab.api.admin, url }), { mode: 0o600 });
  return file;
};
saveState({
  pid: process.pid,
  group: gate === undefined ? process.pid : parent,
  pageUrl: outside(lab.proxmox.pageUrl, gate?.page.port),
  kubeconfig: kubeconfigFile('kubeconfig', outside(lab.api.url, gate?.api.port)),
  kubeconfigInside: gate === undefined ? undefined : kubeconfigFile('kubeconfig-inside', lab.api.url),
  parts: lab.parts,
});
const state = { stopping: false };
process.on('SIGTERM', () => {
  state.stopping = true;
});
const autoscalers = startAutoscalers(lab);
await follow(lab);
await autoscalers.stop();
await cni?.stop();
await lab.stop();
await stores.stop();
process.exit(0);

async function follow({ client }: Lab): Promise<void> {
  let before: readonly Bundle[] = [];
  let text = '';
  while (!state.stopping) {
    const bundles = readBundles(dist);
    const now = JSON.stringify(bundles);
    if (now !== text) {
      await stores.serve(bundles);
      const report = await sync(client, bundles);
      const removed = await prune(client, before, bundles);
      tell(report.applied.length, report.notServed.length, report.refused, removed);
      before = bundles;
      text = report.refused.length === 0 ? now : '';
    }
    await pause(2000);
    if (gate !== undefined && process.ppid !== parent) state.stopping = true; // nobody could reach it
  }
}

function portOf(url: string): number {
  return Number(new URL(url).port);
}

function outside(url: string, port: number | undefined): string {
  return port === undefined ? url : url.replace(/:\d+$/, `:${port}`);
}

function tell(
  applied: number,
  notServed: number,
  refused: readonly string[],
  removed: readonly string[],
): void {
  console.log(
    `${new Date().toISOString()} dist/: ${applied} applied, ${notServed} of kinds that the lab does not serve`,
  );
  for (const line of refused) console.log(`  refused: ${line}`);
  for (const line of removed) console.log(`  pruned: ${line}`);
}
