import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { repository, Workspace } from '../synth/workspace.ts';

let workspace: Workspace;
beforeEach(() => void (workspace = new Workspace()));
afterEach(() => workspace.remove());

describe('the first word of a command of two', () => {
  test.each([
    ['class', 'class release'],
    ['restore', 'restore plan'],
  ])('%s --help shows its commands with examples', async (group, verb) => {
    const { status, stdout, stderr } = await workspace.kaas([group, '--help']);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(new RegExp(`^Usage: kaas ${group} COMMAND`));
    expect(stdout).toMatch(new RegExp(`^Commands:\\n  ${verb}  \\S`, 'm'));
    expect(stdout).toMatch(new RegExp(`^Examples:\\n  kaas ${verb}`, 'm'));
  });

  test('alone shows the same, on standard error, with exit code 2: nothing was done', async () => {
    const help = await workspace.kaas(['class', '--help']);
    expect(await workspace.kaas(['class'])).toEqual({ status: 2, stdout: '', stderr: help.stdout });
  });

  test('with a second word that is none of its own says which there are', async () => {
    expect(await workspace.kaas(['class', 'relase'])).toEqual({
      status: 1,
      stdout: '',
      stderr: 'kaas: no command "class relase"; allowed: class release; did you mean class release?\n',
    });
  });
});

describe('help and version', () => {
  test.each([[['synth']], [['class', 'release']], [['class']], [['help']]])(
    'kaas help %j is what --help after it is',
    async (verb) => {
      const help = await workspace.kaas([...verb, '--help']);
      expect(await workspace.kaas(['help', ...verb])).toEqual({ ...help, status: 0, stderr: '' });
      expect(help.stdout).toContain('Usage: kaas');
    },
  );

  test('kaas help of no command says which there are', async () => {
    const { status, stderr } = await workspace.kaas(['help', 'sinth']);
    expect([status, stderr]).toEqual([1, expect.stringMatching(/^kaas: no command "sinth"; .*synth\?\n$/)]);
  });

  test.each(['-v', '-V', '--version'])('kaas %s prints the version', async (flag) => {
    const { version } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as {
      version: string;
    };
    expect(await workspace.kaas([flag])).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' });
  });
});

describe('an argument that is missing', () => {
  test.each([
    ['new', 'new needs NAME; allowed: as in kaas new acme --owner team-acme@k8s.lab; see kaas new --help'],
    ['explain', 'explain needs RULE|FIELD; allowed: as in kaas explain vip-unique; see kaas explain --help'],
  ])('kaas %s says what it needs, with an example', async (verb, message) => {
    expect(await workspace.kaas([verb])).toEqual({ status: 1, stdout: '', stderr: `kaas: ${message}\n` });
  });
});

describe('a value that begins with a dash', () => {
  test('is answered in one line that says how it is meant', async () => {
    expect(await workspace.kaas(['plan', '--against', '-x'])).toEqual({
      status: 1,
      stdout: '',
      stderr:
        'kaas: --against needs a value, and what follows begins with a dash; write --against=VALUE if it is meant; see kaas plan --help\n',
    });
  });

  test('is taken as it is after =', async () => {
    const { status, stderr } = await workspace.kaas(['check', '--tenants=-x']);
    expect([status, stderr]).toEqual([1, expect.stringMatching(/^kaas: no folder \S+-x; /)]);
  });

  test.each([['--chekc'], ['--check=yes'], ['--out']])('%s is one line as well', async (option) => {
    const { status, stderr } = await workspace.kaas(['synth', option]);
    expect([status, stderr]).toEqual([1, expect.stringMatching(/^kaas: [^\n]+; see kaas synth --help\n$/)]);
  });
});

describe('verify', () => {
  test('takes a tenant whose file cannot be read for no removed one', async () => {
    workspace.write('tenants/acme.yaml', 'owner: [\n');
    expect(await workspace.kaas(['verify', 'acme', '--server', 'http://127.0.0.1:1'])).toEqual({
      status: 1,
      stdout: '',
      stderr: 'kaas: tenants/acme.yaml cannot be read; run kaas check\n',
    });
  });
});

test('kaas autoscaler refuses a --server that is no URL', async () => {
  const { status, stderr } = await workspace.kaas(['autoscaler', '--server', 'localhost:8001']);
  expect([status, stderr]).toEqual([
    1,
    expect.stringMatching(/^kaas: --server cannot be "localhost:8001"; allowed: an http or https URL/),
  ]);
});

describe('a folder that cannot be read', () => {
  test('is not taken for one without a site file', async () => {
    // GIVEN a link that leads to itself: root may read any folder
    symlinkSync('loop', join(workspace.folder, 'loop'));
    expect(await workspace.kaas(['check', '--platform', 'loop'])).toEqual({
      status: 1,
      stdout: '',
      stderr: `kaas: ${workspace.folder}/loop cannot be read (ELOOP); allowed: a folder that you may read; mend its permissions, or name another with --platform\n`,
    });
  });
});

describe('a path that is mistyped', () => {
  test.each([
    [['check', '--tenants', 'tenats'], 'correct --tenants'],
    [['synth', '--tenants', 'tenats'], 'correct --tenants'],
    [['new', 'blue', '--owner', 'b', '--tenants', 'tenats'], 'correct --tenants'],
    [['check', '--platform', 'plattform'], '--platform'],
    [['verify', '--kubeconfig', 'kubecnofig'], 'correct --kubeconfig'],
  ])('%j is refused, not taken for an empty fleet', async (args, remedy) => {
    const { status, stdout, stderr } = await workspace.kaas(args);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(/^kaas: no \S+ .*; allowed: .*\n$/);
    expect(stderr).toContain(remedy);
  });

  test('an empty folder of tenants that is there is a fleet without tenants', async () => {
    mkdirSync(join(workspace.folder, 'none'));
    const { status, stderr } = await workspace.kaas(['check', '--tenants', 'none']);
    expect([status, stderr.includes('no tenants')]).toEqual([0, true]);
  });
});
