import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { missingServers } from './backup/sql/servers.ts';
import { type Built, ensureBuilt, givenFolder, optionalBinary } from './lab/build.ts';
import { optionalComponents, versionOf } from './lab/components.ts';
import { type Parts, partsOf } from './lab/lab.ts';
import { listAt, numberAt, textAt } from './lab/object.ts';
import { renderManifests } from './lab/manager.ts';
import { canHaveNamespaces, inOwnNamespaces, namespacesRefused } from './lab/own-namespaces.ts';
import { notCovered, playedParts } from './lab/parts.ts';
import { needsOf } from './needs.ts';

/*
 * npm run test:e2e [-- PATTERN...]: builds what is missing, runs the scenarios one file after another, and prints a
 * table of them with what was real. Exit code 1 if one fails.
 */

const repository = fileURLToPath(new URL('../../', import.meta.url));
const folder = fileURLToPath(new URL('.', import.meta.url));
const jest = [
  '--experimental-vm-modules',
  '--disable-warning=ExperimentalWarning',
  join(repository, 'node_modules', 'jest', 'bin', 'jest.js'),
  '--config',
  'test/e2e/jest.config.js',
];
const started = Date.now();
const patterns = process.argv.slice(2);
const parts = partsOf(kamajiThatCanRun());
const files = chosenFiles();
const { components, clusterApi } = needsOf(files);
const built = await ensureBuilt(components);
for (const version of clusterApi) await renderManifests(version); // while there is a network
const results = await runJest();
printBuilds(built);
printScenarios(results);
console.log(`\n${Math.round((Date.now() - started) / 1000)} s in all`);
process.exitCode = results.success ? 0 : 1;

/** The real Kamaji if it is given and can run; says so if it is given and cannot. */
function kamajiThatCanRun(): string | undefined {
  const given = optionalBinary(optionalComponents.kamaji);
  if (given === undefined || canHaveNamespaces()) return given;
  console.error(namespacesRefused);
  return undefined;
}

/** The test files that the patterns choose, by their paths below test/e2e. */
function chosenFiles(): readonly string[] {
  const args = [...jest, '--listTests', '--json', ...patterns];
  const list = execFileSync(process.execPath, args, { cwd: repository, encoding: 'utf8' });
  const files = (JSON.parse(list) as readonly string[]).map((file) => relative(folder, file)).sort();
  if (files.length === 0) throw new Error(`no test file of test/e2e fits ${patterns.join(' ')}`);
  return files;
}

interface Results {
  readonly success: boolean;
  readonly report: unknown;
}

async function runJest(): Promise<Results> {
  const dir = mkdtempSync(join(tmpdir(), 'kaas-e2e-'));
  const output = join(dir, 'results.json');
  const args = [
    ...jest,
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
  console.log(`\nScenarios (binaries: ${givenFolder() ?? 'built from their modules'})`);
  for (const file of listAt(report, 'testResults')) {
    const path = relative(folder, textAt(file, 'name'));
    console.log(`\ntest/e2e/${path}\n  on ${whatItRanOn(path)}`);
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
  for (const line of [...notCovered(partsIn(files)), ...missingServers()]) console.log(`  - ${line}`);
  console.log(
    `\nscenarios: ${count('numPassedTests')} passed, ${count('numFailedTests')} failed, ${count('numPendingTests')} skipped`,
  );
}

/** The programs that a test file ran on, and what of its lab was played. */
function whatItRanOn(file: string): string {
  const need = needsOf([file]);
  const names = need.components.map((one) => `${one.name} ${versionOf(one).replace(/^v/, '')}`);
  if (need.clusterApi.length === 0) return names.join(', ') || 'nothing';
  const lab = partsIn([file]);
  const given = [
    ...(lab.kamaji === 'real' ? ['kamaji'] : []),
    ...(lab.kamajiProvider === 'real' ? ['kamaji-provider'] : []),
    ...(lab.clusterAutoscaler === 'real' && file.startsWith('scenarios/autoscaler.')
      ? ['cluster-autoscaler']
      : []),
  ];
  return `${[...names, ...given].join(', ')}; played: ${playedParts(lab).join(', ')}`;
}

/** Machines are real only where all of the files are about them. */
function partsIn(files: readonly string[]): Parts {
  const real = files.every((file) => file.startsWith('scenarios/machines.'));
  return { ...parts, workers: real ? 'real' : 'stand-in' };
}
