import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { commandWords } from '../../lib/commands/completion.ts';
import { bashScript } from '../../lib/completion/bash.ts';
import { sample } from './words.ts';

const folder = mkdtempSync(join(tmpdir(), 'kaas-completion-'));
beforeAll(() => {
  mkdirSync(join(folder, 'teams'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** What bash offers after the words; the last one is being typed. */
function offered(script: string, words: readonly string[], cwd = folder): string[] {
  const ask = `${script}
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _kaas; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const text = execFileSync('bash', ['--norc', '-c', ask, 'bash', ...words], {
    cwd,
    encoding: 'utf8',
  });
  return text.split('\n').filter((line) => line !== '');
}

describe('completion in bash', () => {
  test.each<[string[], string[]]>([
    [
      ['kaas', ''],
      ['check', 'class', 'explain', 'verify', '--help', '--version'],
    ],
    [
      ['kaas', 'c'],
      ['check', 'class'],
    ],
    [['kaas', 'class', ''], ['release']],
    [['kaas', 'class', 'release', ''], ['--help']],
    [['kaas', 'check', '--f'], ['--format']],
    [
      ['kaas', 'check', '--format', ''],
      ['text', 'json'],
    ],
    [['kaas', 'check', '--tenants', 't'], ['teams']],
    [['kaas', 'check', '--against', ''], []],
    [['kaas', 'check', '--quiet', '--ag'], ['--against']],
    [['kaas', 'explain', 'v'], ['vip-unique']],
    [['kaas', 'nonsense', ''], []],
  ])('%j offers %j', (words, expected) => {
    expect(offered(bashScript(sample), words)).toEqual(expected);
  });

  test('names of tenants are those of the repository, from any folder of it', async () => {
    const repository = join(folder, 'repository');
    mkdirSync(join(repository, 'platform/classes'), { recursive: true });
    mkdirSync(join(repository, 'tenants'));
    // GIVEN names that no tenant can have, one of which a careless script would run
    for (const file of ['acme', 'blue-2', 'README', '$(touch ran)'])
      writeFileSync(join(repository, 'tenants', `${file}.yaml`), '');
    writeFileSync(join(repository, 'platform/site.yaml'), '');
    const script = bashScript(await commandWords());
    expect(offered(script, ['kaas', 'verify', 'a'], repository)).toEqual(['acme']);
    const below = join(repository, 'platform/classes');
    expect(offered(bashScript(sample), ['kaas', 'verify', ''], below)).toEqual(['--help', 'acme', 'blue-2']);
    expect(offered(bashScript(sample), ['kaas', 'verify', ''], folder)).toEqual(['--help']);
    expect(existsSync(join(repository, 'ran'))).toBe(false);
  });

  test('the real table offers every verb and its own shells', async () => {
    const script = bashScript(await commandWords());
    expect(offered(script, ['kaas', ''])).toEqual(
      expect.arrayContaining(['check', 'completion', 'explain', 'new', 'synth']),
    );
    expect(offered(script, ['kaas', 'completion', ''])).toEqual(['bash', 'zsh', 'fish', '--help']);
    expect(offered(script, ['kaas', 'explain', 'vip-uni'])).toEqual(['vip-unique']);
    expect(offered(script, ['kaas', 'explain', 'versio'])).toContain('versions');
    expect(offered(script, ['kaas', 'new', 'acme', '--ow'])).toEqual(['--owner']);
  });
});
