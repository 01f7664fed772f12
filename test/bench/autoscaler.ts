/**
 * `node --import tsx test/bench/autoscaler.ts [CLUSTERS]`: the autoscaler job, as it is shipped, against a stand-in API
 * server on loopback with 1,000 tenants: the first run, the steady state, and 20 runs of interval mode.
 * Objects are padded to the sizes that a real API server sends with its managedFields.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { gzipSync } from 'node:zlib';
import { bundleAutoscaler } from '../../lib/synth/program-bundle.ts';
import { KINDS } from '../../lib/autoscaler/kube-object.ts';
import { HEAP_LIMIT } from '../../lib/platform/autoscaler-job.ts';
import { serve } from '../autoscaler/http-stand-in.ts';
import { clusterObject, controlPlaneObject, settings } from '../autoscaler/sample.ts';
import { createStandIn } from '../autoscaler/stand-in.ts';
import type { Draft, StandIn } from '../autoscaler/stand-in.ts';

const clusters = Number(process.argv[2] ?? 1000);
const folder = mkdtempSync(join(tmpdir(), 'kaas-bench-autoscaler-'));
const program = bundleAutoscaler();
writeFileSync(join(folder, 'job.mjs'), program);
writeFileSync(join(folder, 'settings.json'), JSON.stringify(settings));

const api = createStandIn();
for (let index = 0; index < clusters; index += 1) {
  const name = `tenant-${index}`;
  api.put('clusters', padded(clusterObject({ name }), 8_000));
  api.put('tenantcontrolplanes', padded(controlPlaneObject({ name }), 15_000));
}
const server = await serve(api);
try {
  print(`bundle: ${Buffer.byteLength(program)} bytes (${gzipSync(program).length} gzipped), limit 65536`);
  print(`${clusters} Clusters`);
  print('run             seconds  lists (pages)  writes  peak RSS MiB  exit');
  await measure('first', ['--once', '--deadline', '10m']);
  padObjects(api);
  await measure('steady state', ['--once']);
  await measure('20 in a row', ['--interval', '10ms'], 20);
} finally {
  await server.close();
  rmSync(folder, { recursive: true });
}

/** Runs the shipped program in a process of its own; in interval mode it is told to stop after `runs`. */
async function measure(label: string, flags: readonly string[], runs = Infinity): Promise<void> {
  const before = server.seen.length;
  const started = performance.now();
  const report = 'process.on("exit",()=>process.stderr.write(String(process.resourceUsage().maxRSS)))';
  const args = [HEAP_LIMIT, '--import', `data:text/javascript,${report}`, join(folder, 'job.mjs'), ...flags];
  const child = spawn(process.execPath, [
    ...args,
    '--server',
    server.url,
    '--settings',
    join(folder, 'settings.json'),
  ]);
  let rss = '';
  let finished = 0;
  child.stderr.on('data', (chunk) => (rss += String(chunk)));
  child.stdout.on('data', (chunk) => {
    finished += String(chunk).split('run finished').length - 1;
    if (finished >= runs && !child.killed) child.kill('SIGTERM');
  });
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  const requests = server.seen.slice(before);
  const pages = requests.filter(({ method }) => method === 'GET');
  const lists = pages.filter(({ path }) => !path.includes('continue='));
  print(
    [
      label.padEnd(14),
      ((performance.now() - started) / 1000).toFixed(2).padStart(8),
      `${lists.length} (${pages.length})`.padStart(14),
      String(requests.length - pages.length).padStart(7),
      (Number(rss) / 1024).toFixed(0).padStart(13),
      String(code).padStart(5),
    ].join(' '),
  );
}

function padObjects(standIn: StandIn): void {
  for (const { plural } of KINDS)
    for (const object of standIn.all(plural))
      standIn.put(plural, padded(object, plural === 'deployments' ? 5_000 : 1_500));
}

/** The object with managedFields that bring its JSON to `bytes`. */
function padded(object: Draft, bytes: number): Draft {
  const filler = Math.max(0, bytes - JSON.stringify(object).length);
  const managedFields = [{ manager: 'filler', fieldsV1: { 'f:spec': 'x'.repeat(filler) } }];
  return { ...object, metadata: { ...object.metadata, managedFields } };
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
