import { updateTree } from '../../../lib/output/tree/update.ts';
import { files } from './kill-trees.ts';

/** Run by kill.test.ts: updates a folder from one tree to another and back, until it is killed. */
const out = process.argv[2] ?? '';
for (let version = 0; ; version = 1 - version) {
  updateTree(out, files(version));
  process.stdout.write('.');
}
