import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Bundle, readBundles } from './bundle.ts';
import { prune, sync } from './engine.ts';
import { kubeconfig } from './kubeconfig.ts';
import { type Lab, startLab } from './lab.ts';
import { portOr } from './ports.ts';
import { saveState, stateFolder } from './state.ts';
import { pause } from './wait.ts';

/*
 * The lab in the background: it runs until it gets SIGTERM, and meanwhile plays the GitOps engine: whenever dist/
 * changes, it is applied in the engine's order and pruned by the engine's rules.
 */

const dist = fileURLToPath(new URL('../../../dist/', import.meta.url));
const pagePort = await portOr(18_006); // easy to remember, and not the port of a real Proxmox VE

const lab = await startLab({ dir: stateFolder(), pagePort });
const file = join(stateFolder(), 'kubeconfig');
writeFileSync(file, kubeconfig(lab.api.admin), { mode: 0o600 });
saveState({ pid: process.pid, pageUrl: lab.proxmox.pageUrl, kubeconfig: file, parts: lab.parts });
const state = { stopping: false };
process.on('SIGTERM', () => {
  state.stopping = true;
});
await follow(lab);
await lab.stop();
process.exit(0);

async function follow({ client }: Lab): Promise<void> {
  let before: readonly Bundle[] = [];
  let text = '';
  while (!state.stopping) {
    const bundles = readBundles(dist);
    const now = JSON.stringify(bundles);
    if (now !== text) {
      const report = await sync(client, bundles);
      const removed = await prune(client, before, bundles);
      tell(report.applied.length, report.notServed.length, report.refused, removed);
      before = bundles;
      text = report.refused.length === 0 ? now : '';
    }
    await pause(2000);
  }
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
