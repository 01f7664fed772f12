import { spawn } from 'node:child_process';
import { mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuilt, optionalBinary } from './build.ts';
import { clusterApiVersions, labComponents, machineComponents, optionalComponents } from './components.ts';
import { machinesWanted } from './machines/wanted.ts';
import { renderManifests } from './manager.ts';
import { canHaveNamespaces, namespacesRefused } from './own-namespaces.ts';
import type { Parts } from './lab.ts';
import { notCovered } from './parts.ts';
import { alive, clearState, type LabState, runningLab, stateFolder } from './state.ts';
import { pause } from './wait.ts';

const usage = `usage: npm run lab            start the lab (builds what is missing first)
       npm run lab -- status  what runs, and what is not covered
       npm run lab -- down    stop it`;

const verbs: Readonly<Record<string, () => Promise<number> | number>> = { up, status, down };
const [verb = 'up'] = process.argv.slice(2);
const command = verbs[verb];
if (command === undefined) {
  console.error(usage);
  process.exitCode = 2;
} else process.exitCode = await command();

async function up(): Promise<number> {
  const running = runningLab();
  if (running !== undefined) return tell(running);
  const [version] = clusterApiVersions;
  await ensureBuilt([...labComponents(version), ...(machinesWanted() ? machineComponents : [])]);
  await renderManifests(version); // while there is a network
  clearState();
  mkdirSync(stateFolder(), { recursive: true });
  const log = join(stateFolder(), 'lab.log');
  const output = openSync(log, 'a');
  const program = fileURLToPath(new URL(withRealKamaji() ? 'gate.ts' : 'daemon.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', program], {
    detached: true,
    stdio: ['ignore', output, output],
  });
  child.unref();
  const { pid = 0 } = child;
  console.error('starting the lab, about a minute');
  for (let second = 0; second < 300 && alive(pid); second += 1) {
    const state = runningLab();
    if (state !== undefined) return tell(state);
    await pause(1000);
  }
  console.error(
    `the lab did not start; ${log} ends with:\n${readFileSync(log, 'utf8').split('\n').slice(-20).join('\n')}`,
  );
  return 2;
}

/** The real Kamaji if it is given and can run; says so if it is given and cannot. */
function withRealKamaji(): boolean {
  if (optionalBinary(optionalComponents.kamaji) === undefined) return false;
  if (canHaveNamespaces()) return true;
  console.error(namespacesRefused);
  return false;
}

function status(): number {
  const state = runningLab();
  if (state !== undefined) return tell(state);
  console.log('no lab runs; start one with `npm run lab`');
  return 1;
}

async function down(): Promise<number> {
  const state = runningLab();
  if (state === undefined) {
    console.log('no lab runs');
    return 0;
  }
  process.kill(state.pid, 'SIGTERM');
  for (let second = 0; second < 60 && alive(state.pid); second += 1) await pause(1000);
  if (alive(state.pid)) process.kill(-state.group, 'SIGKILL'); // its controllers as well
  console.log(`stopped; logs stay in ${join(stateFolder(), 'logs')} until the next start`);
  return 0;
}

function tell({ pid, pageUrl, kubeconfig, kubeconfigInside, parts }: LabState): number {
  console.log(`Proxmox (simulated): ${pageUrl}
management cluster:  export KUBECONFIG=${kubeconfig}
log of the engine:   ${join(stateFolder(), 'lab.log')}
${kubeconfigInside === undefined ? '' : `where VIPs answer:    nsenter --target ${pid} --net env KUBECONFIG=${kubeconfigInside} sh\n`}
dist/ is applied whenever it changes: add a file to tenants/, run \`npm run synth\`, and watch its VMs appear.

What is played, and so not covered:
${notCovered(parts)
  .map((line) => `  - ${line}`)
  .join('\n')}

${verifyFinds(parts)}`);
  return 0;
}

/** What `kaas verify` rightly says of a good tenant here, since parts of it are played. */
function verifyFinds({ kamaji, workers, clusterAutoscaler }: Parts): string {
  const where = kamaji === 'real' ? ', where VIPs answer,' : '';
  const found = [
    ...(kamaji === 'real'
      ? ['all pods of a control plane are on one node']
      : ['its control plane has no pods and no endpoint', 'its API shows the Nodes of all tenants']),
    ...(clusterAutoscaler === 'real' ? [] : ['no autoscaler runs']),
    ...(workers === 'real' ? [] : ['none of its own pods runs']),
  ];
  return `\`kaas verify NAME\`${where} finds what is played in a good tenant: ${found.join(', ')}.`;
}
