import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Built, ensureBuilt, givenFolder, optionalBinary } from './lab/build.ts';
import { clusterApiVersions, type Component, labComponents, optionalComponents } from './lab/components.ts';
import { partsOf } from './lab/lab.ts';
import { listAt, numberAt, textAt } from './lab/object.ts';
import { renderManifests } from './lab/manager.ts';
import { inOwnNamespaces } from './lab/own-namespaces.ts';
import { notCovered, playedParts } from './lab/parts.ts';

/*
 * npm run test:e2e [-- PATTERN...]: builds what is missing, runs the scenarios one file after another, and prints a
 * table of them with what was real. Exit code 1 if one fails.
 */

const repository = fileURLToPath(new URL('../../', import.meta.url));
const started = Date.now();
const parts = partsOf(optionalBinary(optionalComponents.kamaji));
const built = await ensureBuilt(everyComponent());
for (const version of clusterApiVersions) await renderManifests(version); // while there is a network
const results = await runJest(process.argv.slice(2));
printBuilds(built);
printScenarios(results);
console.log(`\n${Math.round((Date.now() - started) / 1000)} s in all`);
process.exitCode = results.success ? 0 : 1;

function everyComponent(): readonly Component[] {
  const all = clusterApiVersions.flatMap((version) => labComponents(version));
  const keys = all.map(({ name, folder }) => `${folder}/${name}`);
  return all.filter(({ name, folder }, index) => keys.indexOf(`${folder}/${name}`) === index);
}

interface Results {
  readonly success: boolean;
  readonly report: unknown;
}

async function runJest(patterns: readonly string[]): Promise<Results> {
  const dir = mkdtempSync(join(tmpdir(), 'kaas-e2e-'));
  const output = join(dir, 'results.json');
  const jest = join(repository, 'node_modules', 'jest', 'bin', 'jest.js');
  const args = [
    '--experimental-vm-modules',
    jest,
    '--config',
    'test/e2e/jest.config.js',
    '--forceExit', // what a scenario that failed left running ends with it
    '--json',
    `--outputFile=${output}`,
  ];
  const plain = { file: process.execPath, args: [...args, ...patterns], env: process.env };
  const { file, args: words, env } = parts.kamaji === 'real' ? inOwnNamespaces(plain, dir) : plain;
  const child = spawn(file, words, {
    cwd: repository,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
    detached: true,
  });
  const stop = (): void => void process.kill(-(child.pid ?? 0), 'SIGKILL'); // the controllers are in its group
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
  const code = await new Promise<number | null>((done) => child.on('close', done));
  const report: unknown = JSON.parse(readFileSync(output, 'utf8'));
  rmSync(dir, { recursive: true });
  return { success: code === 0, report };
}

function printBuilds(builds: readonly Built[]): void {
  const fresh = builds.filter(({ seconds }) => seconds > 0);
  if (fresh.length === 0) return;
  console.log('\nBuilt');
  for (const { component, seconds } of fresh) console.log(`  ${String(seconds).padStart(5)} s  ${component}`);
}

function printScenarios({ report }: Results): void {
  const played = playedParts(parts);
  console.log(
    `\nScenarios (binaries: ${givenFolder() ?? 'built from their modules'}; played: ${played.join(', ')})`,
  );
  for (const file of listAt(report, 'testResults')) {
    console.log(`\n${relative(repository, textAt(file, 'name'))}`);
    for (const scenario of listAt(file, 'assertionResults')) {
      const seconds = Math.round((numberAt(scenario, 'duration') ?? 0) / 1000);
      console.log(
        `  ${textAt(scenario, 'status').padEnd(8)}${String(seconds).padStart(5)} s  ${textAt(scenario, 'fullName')}`,
      );
    }
    if (listAt(file, 'assertionResults').length === 0)
      console.log(`  failed to run: ${textAt(file, 'message')}`);
  }
  const count = (field: string): number => numberAt(report, field) ?? 0;
  console.log('\nNot covered, because it was played or not at hand');
  for (const line of notCovered(parts)) console.log(`  - ${line}`);
  console.log(
    `\nscenarios: ${count('numPassedTests')} passed, ${count('numFailedTests')} failed, ${count('numPendingTests')} skipped`,
  );
}
