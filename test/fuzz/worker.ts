/** Tries seeds from the first to before the last and reports each to its parent: before, so that a hang has a name, and after. */
import process from 'node:process';
import { Sandbox } from './sandbox.ts';
import { tryOne } from './trial.ts';

const [first = 0, last = 0] = process.argv.slice(2).map(Number);
const sandbox = new Sandbox();
try {
  for (let seed = first; seed < last; seed += 1) {
    process.send?.({ begun: seed });
    process.send?.(tryOne(sandbox, seed));
  }
} finally {
  sandbox.remove();
}
process.disconnect();
