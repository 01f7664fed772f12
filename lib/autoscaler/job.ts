/** Entry point of the bundle that runs in the cluster: gives the process to `runAutoscaler`. */
import { readFile } from 'node:fs/promises';
import { runAutoscaler } from './main.ts';

const stop = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop.abort());

process.exitCode = await runAutoscaler(process.argv.slice(2), {
  env: process.env,
  out: (line) => process.stdout.write(`${line}\n`),
  err: (line) => process.stderr.write(`${line}\n`),
  readFile: (path) => readFile(path, 'utf8'),
  stop: stop.signal,
});
