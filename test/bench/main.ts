/**
 * `npm run bench [-- COUNT...]`: full synth beside the floor (parsing the same input and dumping the same objects to the
 * same files, single-threaded) and beside a plain cdk8s app, at 10, 100, 1,000 and 5,000 tenants of three pools.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { writeFleet } from './fleet.ts';

interface Figure {
  readonly seconds: number;
  /** Seconds of processor time: what is left of `seconds` on a machine that does nothing else. */
  readonly cpu: number;
  readonly maxRssMiB: number;
}

const repository = fileURLToPath(new URL('../..', import.meta.url));
const asked = process.argv.slice(2).map(Number);
const counts = asked.length > 0 ? asked : [10, 100, 1000, 5000];

process.stdout.write(
  'tenants    files   synth (peak)           floor   ratio (cpu)   unchanged   check   plain cdk8s\n',
);
for (const count of counts) process.stdout.write(`${measure(count)}\n`);

function measure(count: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'kaas-bench-'));
  try {
    writeFleet(folder, repository, count);
    const synth = figure('synth', folder);
    const files = readdirSync(join(folder, 'dist'), { recursive: true, withFileTypes: true }).filter(
      (entry) => entry.isFile(),
    ).length;
    const floor = figure('floor', folder);
    const unchanged = figure('unchanged', folder);
    const check = figure('check', folder);
    const cdk8s = count > 1000 ? undefined : figure('cdk8s', folder);
    return [
      String(count).padStart(7),
      String(files).padStart(8),
      `${seconds(synth)} (${synth.maxRssMiB.toFixed(0)} MiB)`.padStart(22),
      seconds(floor).padStart(8),
      `${(synth.seconds / floor.seconds).toFixed(2)}x (${(synth.cpu / floor.cpu).toFixed(2)}x)`.padStart(14),
      seconds(unchanged).padStart(11),
      seconds(check).padStart(7),
      (cdk8s === undefined ? '-' : seconds(cdk8s)).padStart(13),
    ].join(' ');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function figure(name: string, folder: string): Figure {
  const args = ['--import', 'tsx', join(repository, 'test/bench/cases.ts'), name, folder];
  return JSON.parse(
    execFileSync(process.execPath, args, {
      cwd: repository,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  ) as Figure;
}

function seconds({ seconds: value }: Figure): string {
  return `${value.toFixed(2)} s`;
}

if (asked.length === 0) {
  for (const part of ['checks', 'autoscaler']) {
    process.stdout.write(`\n${part}\n`);
    execFileSync(process.execPath, ['--import', 'tsx', join(repository, `test/bench/${part}.ts`)], {
      cwd: repository,
      stdio: 'inherit',
    });
  }
}
