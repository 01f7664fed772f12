import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { repository, Workspace } from '../synth/workspace.ts';

let workspace: Workspace;
beforeAll(() => void (workspace = new Workspace()));
afterAll(() => workspace.remove());

/** A line of bash in the workspace; `kaas` is the real command in a process of its own. */
function bash(line: string): { status: number | null; stderr: string } {
  const kaas = `kaas() { '${process.execPath}' '${join(repository, 'lib/kaas.js')}' "$@"; }`;
  const { status, stderr } = spawnSync('bash', ['-c', `${kaas}\n${line}`], {
    cwd: workspace.folder,
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  return { status, stderr };
}

describe('output that nobody reads to its end', () => {
  test.each([
    ['a result', 'kaas explain vip-unique | exec true', 0],
    ['a result of a command that finds errors', 'kaas check --format json --tenants bad | exec true', 1],
    ['messages', 'kaas check 2>&1 | exec true', 0],
  ])('%s ends quietly with the exit code of the command', (_, line, code) => {
    workspace.write('bad/blue.yaml', 'owner: nobody\n');
    expect(bash(`${line}\nexit \${PIPESTATUS[0]}`)).toEqual({ status: code, stderr: '' });
  });
});

const full = existsSync('/dev/full') ? test : test.skip;

describe('output that cannot be written', () => {
  full('is one line on standard error, with exit code 2', () => {
    expect(bash('kaas explain vip-unique > /dev/full')).toEqual({
      status: 2,
      stderr:
        'kaas: the output cannot be written: ENOSPC: no space left on device, write; send it elsewhere\n',
    });
  });

  full('is exit code 2 where not even that can be told', () => {
    expect(bash('kaas check > /dev/full 2> /dev/full')).toEqual({ status: 2, stderr: '' });
  });
});

test('the scratch folder of cdk8s that cannot be written is one line, with exit code 2', () => {
  writeFileSync(join(workspace.folder, 'file'), '');
  const main = `'${process.execPath}' --import '${join(repository, 'node_modules/tsx/dist/loader.mjs')}' '${join(repository, 'lib/main.ts')}'`;
  const { status, stderr } = bash(`CDK8S_OUTDIR=file/below ${main}`);
  expect(status).toBe(2);
  expect(stderr).toMatch(
    /^kaas: the scratch folder of cdk8s cannot be written: ENOTDIR: [^\n]*; dist\/ is up to date$/m,
  );
  expect(stderr).not.toMatch(/^\s+at /m);
});
