/**
 * `npm run fuzz [-- --count N --seed S]`: mutates the sample files and holds reading, checks and build against them.
 * No crash, no hang, nothing written, and every finding is one that a person can use. Exit code 1 if anything is found.
 */
import { fork } from 'node:child_process';
import process from 'node:process';
import { parseArgs } from 'node:util';
import type { Trial } from './trial.ts';

const { values } = parseArgs({
  options: { count: { type: 'string', default: '20000' }, seed: { type: 'string', default: '1' } },
});
const first = Number(values.seed);
const end = first + Number(values.count);
/** Seconds after which a file counts as a hang. */
const hang = 60;

const counts = { refused: 0, accepted: 0, faulty: 0 };
let slowest: Trial | undefined;
for (let next = first; next < end;) next = await runFrom(next);
process.stdout.write(
  `${String(end - first)} files, seeds ${String(first)} to ${String(end - 1)}: ${String(counts.refused)} refused, ${String(counts.accepted)} accepted and built, ${String(counts.faulty)} with faults; ` +
    `slowest ${slowest === undefined ? '-' : `${slowest.milliseconds.toFixed(0)} ms of processor time (seed ${String(slowest.seed)})`}\n`,
);
process.exitCode = counts.faulty > 0 ? 1 : 0;

/** Tries seeds in a process of their own and returns the first that is still to be tried. */
async function runFrom(start: number): Promise<number> {
  const worker = fork(new URL('worker.ts', import.meta.url), [String(start), String(end)], {
    execArgv: ['--import', 'tsx'],
  });
  let current = start;
  let watch: NodeJS.Timeout | undefined;
  worker.on('message', (message: { readonly begun: number } | Trial) => {
    if (!('begun' in message)) {
      note(message);
      return;
    }
    current = message.begun;
    clearTimeout(watch);
    watch = setTimeout(() => worker.kill('SIGKILL'), hang * 1000);
  });
  const code = await new Promise<number | null>((resolve) => worker.on('exit', resolve));
  clearTimeout(watch);
  if (code === 0) return end;
  const fault = code === null ? `no answer in ${String(hang)} s` : `the process ended with ${String(code)}`;
  note({ seed: current, outcome: 'refused', milliseconds: hang * 1000, faults: [fault] });
  return current + 1;
}

function note(trial: Trial): void {
  counts[trial.outcome] += 1;
  const done = counts.refused + counts.accepted;
  if (done % 1000 === 0) process.stderr.write(`${String(done)} files\n`);
  if (trial.milliseconds > (slowest?.milliseconds ?? 0)) slowest = trial;
  if (trial.faults.length === 0) return;
  counts.faulty += 1;
  process.stdout.write(
    `seed ${String(trial.seed)} (again with --seed ${String(trial.seed)} --count 1)\n${trial.faults.join('\n')}\n`,
  );
}
