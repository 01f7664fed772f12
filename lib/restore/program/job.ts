/** Entry point of the bundle that runs in the cluster. */
import { runRestore } from './main.ts';

process.exitCode = await runRestore(process.argv.slice(2), {
  out: (line) => process.stdout.write(`${line}\n`),
  err: (line) => process.stderr.write(`${line}\n`),
});
