import { expect, test } from '@jest/globals';
import { buildSync } from 'esbuild';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { compareTree } from '../../../lib/output/tree/compare.ts';
import { recoverTree } from '../../../lib/output/tree/recover.ts';
import { files } from './kill-trees.ts';

/** Starts the child, waits until it has written once, and kills it a moment later. */
async function killed(child: string, out: string, afterMs: number): Promise<void> {
  const process = spawn('node', [child, out], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(process.stdout, 'data');
  await sleep(afterMs);
  process.kill('SIGKILL');
  await once(process, 'exit');
}

const versions = [0, 1] as const;
const matching = (out: string) => versions.filter((version) => compareTree(out, files(version)).current);

test('a process killed by SIGKILL while it writes leaves a tree that is whole after recovery', async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'kaas-kill-')));
  const out = join(folder, 'dist');
  const child = join(folder, 'child.mjs');
  const source = fileURLToPath(new URL('kill-child.ts', import.meta.url));
  buildSync({
    entryPoints: [source],
    outfile: child,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
  });
  try {
    for (const afterMs of [3, 11, 17, 29, 41, 53, 7, 23, 13, 37]) {
      await killed(child, out, afterMs);
      const current = matching(out);
      const recovery = recoverTree(out);
      // Only a tree that needed no recovery of its files may have passed for current.
      if (recovery === 'completed' || recovery === 'undone') expect(current).toEqual([]);
      expect(matching(out)).toHaveLength(1);
      expect(readdirSync(folder).filter((name) => name === '.dist.pending')).toEqual([]);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
