import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { startProxy, startProxyWith } from '../../lib/verify/index.ts';

let folder = '';
const path = process.env['PATH'] ?? '';

/** A kubectl that runs this shell script; its arguments are written to a file. */
function fakeKubectl(script: string): void {
  const file = join(folder, 'kubectl');
  writeFileSync(file, `#!/bin/sh\necho "$@" > ${folder}/args\n${script}\n`);
  chmodSync(file, 0o755);
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kaas-kubectl-'));
  process.env['PATH'] = `${folder}:${path}`;
});
afterEach(() => {
  process.env['PATH'] = path;
  rmSync(folder, { recursive: true });
});

describe('kubectl proxy', () => {
  test('is started on loopback and a free port, with the context that was asked for', async () => {
    fakeKubectl('echo "Starting to serve on 127.0.0.1:41234"; exec sleep 60');
    const proxy = await startProxy(['--context', 'mgmt']);
    proxy.stop();
    expect(proxy.server).toBe('http://127.0.0.1:41234');
    expect(readFileSync(join(folder, 'args'), 'utf8')).toBe(
      '--context mgmt proxy --port=0 --address=127.0.0.1\n',
    );
  });

  test('that fails is told in its own words', async () => {
    fakeKubectl('echo "error: context \\"mgmt\\" does not exist" >&2; exit 1');
    await expect(startProxy(['--context', 'mgmt'])).rejects.toThrow('context "mgmt" does not exist');
  });

  test('reads a kubeconfig from a file that nobody else may read, and that is gone afterwards', async () => {
    fakeKubectl(
      `stat -c %a "$2" > ${folder}/mode; cat "$2" > ${folder}/seen; echo "Starting to serve on 127.0.0.1:1"; exec sleep 60`,
    );
    const proxy = await startProxyWith('a kubeconfig');
    const [, file = ''] = readFileSync(join(folder, 'args'), 'utf8').split(' ');
    expect(readFileSync(join(folder, 'seen'), 'utf8')).toBe('a kubeconfig');
    expect(readFileSync(join(folder, 'mode'), 'utf8').trim()).toBe('600');
    proxy.stop();
    expect(() => readFileSync(file)).toThrow('ENOENT');
  });
});
