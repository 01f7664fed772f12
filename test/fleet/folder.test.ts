import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type Finding, printFindings } from '../../lib/finding/index.ts';
import { readFleet, type ReadFleet } from '../../lib/fleet/index.ts';

const repository = join(import.meta.dirname, '../..');
let root = '';
const at = (...steps: string[]): string => join(root, ...steps);
const read = (): ReadFleet => readFleet({ root, platform: at('platform'), tenants: at('tenants') });
const text = (findings: readonly Finding[]): string => printFindings(findings, 'text', false);
const names = ({ fleet }: ReadFleet): string[] => (fleet?.tenants ?? []).map(({ name }) => name);

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'kaas-folder-'));
  mkdirSync(at('platform'));
  cpSync(join(repository, 'platform/site.yaml'), at('platform/site.yaml'));
  mkdirSync(at('tenants'));
  cpSync(join(repository, 'tenants/acme.yaml'), at('tenants/acme.yaml'));
});

afterEach(() => rmSync(root, { recursive: true }));

describe('folders as people keep them', () => {
  test('the sample is read without a word', () => {
    expect(text(read().findings)).toBe('');
    expect(names(read())).toEqual(['acme']);
  });

  test('without a tenants folder, or with an empty one, there are no tenants', () => {
    rmSync(at('tenants'), { recursive: true });
    expect([names(read()), text(read().findings)]).toEqual([[], '']);

    mkdirSync(at('tenants'));
    expect([names(read()), text(read().findings)]).toEqual([[], '']);
  });

  test('a missing site file is named, and the tenants are still held against their schema', () => {
    rmSync(at('platform/site.yaml'));
    writeFileSync(at('tenants/acme.yaml'), 'owner: 1\n');

    const { fleet, findings } = read();

    expect(fleet).toBeUndefined();
    expect(text(findings)).toContain(
      'platform/site.yaml:1:1: error[site-missing]: there is no such file; required: the site file; restore it, or point --platform at the folder that has it\n',
    );
    expect(text(findings)).toContain('tenants/acme.yaml:1:8: error[bad-value]');
  });

  test('a site file that is a folder, a missing platform folder and a dead link are told apart', () => {
    rmSync(at('platform/site.yaml'));
    mkdirSync(at('platform/site.yaml'));
    expect(text(read().findings)).toMatch(
      /^platform\/site.yaml:1:1: error\[file-unreadable\]: this is a folder;/,
    );

    rmSync(at('platform'), { recursive: true });
    expect(text(read().findings)).toMatch(/error\[site-missing\]/);

    mkdirSync(at('platform'));
    symlinkSync('gone.yaml', at('platform/site.yaml'));
    expect(text(read().findings)).toMatch(
      /error\[file-unreadable\]: this is a link to a file that does not exist;/,
    );
  });

  test('tenants that is a file', () => {
    rmSync(at('tenants'), { recursive: true });
    writeFileSync(at('tenants'), '');
    expect(text(read().findings)).toBe(
      'tenants:1:1: error[file-unreadable]: the folder of the tenants is a file; allowed: a folder of NAME.yaml files, or no folder; put a readable folder in its place\n',
    );
  });

  test.each<[string, () => void, RegExp]>([
    [
      'a folder named x.yaml',
      () => mkdirSync(at('tenants/x.yaml')),
      /error\[file-unreadable\]: this is a folder; allowed: a regular file/,
    ],
    [
      'a folder of tenants',
      () => mkdirSync(at('tenants/prod')),
      /error\[tenant-unread\]: the folder prod is not read; allowed: tenants\/NAME.yaml; move its files to tenants\//,
    ],
    [
      'a .yml file',
      () => writeFileSync(at('tenants/x.yml'), ''),
      /error\[tenant-unread\]: x.yml is not read: its name does not end in .yaml; allowed: tenants\/NAME.yaml; rename it to x.yaml/,
    ],
    [
      'a .YAML file',
      () => writeFileSync(at('tenants/x.YAML'), ''),
      /error\[tenant-unread\]: x.YAML .*rename it to x.yaml/,
    ],
    [
      'a .json file',
      () => writeFileSync(at('tenants/x.json'), '{}'),
      /error\[tenant-unread\]: x.json .*rename it to x.yaml/,
    ],
    [
      'a .yml file beside the .yaml file of the same tenant',
      () => writeFileSync(at('tenants/acme.yml'), ''),
      /error\[tenant-unread\]: acme.yml is not read: .*; acme.yaml is there already: keep what is right in that one, and delete this\n/,
    ],
    [
      'a hidden copy',
      () => writeFileSync(at('tenants/.acme.yaml'), ''),
      /warning\[stray-file\]: .acme.yaml is hidden, and no tenant; allowed: tenants\/NAME.yaml; delete it, or move it out of the folder\n/,
    ],
    [
      'a backup copy',
      () => writeFileSync(at('tenants/acme.yaml.orig'), ''),
      /warning\[stray-file\]: acme.yaml.orig is no tenant/,
    ],
    [
      'a symlink loop',
      () => symlinkSync('x.yaml', at('tenants/x.yaml')),
      /error\[file-unreadable\]: this is a link that leads back to itself/,
    ],
    [
      'a dangling link',
      () => symlinkSync('gone.yaml', at('tenants/x.yaml')),
      /error\[file-unreadable\]: this is a link to a file that does not exist/,
    ],
    [
      'a link to a folder',
      () => symlinkSync('../platform', at('tenants/x.yaml')),
      /error\[file-unreadable\]: this is a folder/,
    ],
    [
      'a link out of the repository',
      () => symlinkSync('/etc/passwd', at('tenants/x.yaml')),
      /error\[file-unreadable\]: this is a link that leads out of the repository/,
    ],
    [
      'a link to a device',
      () => symlinkSync('/dev/zero', at('tenants/x.yaml')),
      /error\[file-unreadable\]: this is a device, pipe or socket/,
    ],
    [
      'a pipe',
      () => void execFileSync('mkfifo', [at('tenants/x.yaml')]),
      /error\[file-unreadable\]: this is a device, pipe or socket/,
    ],
    [
      '10 MB of input',
      () => writeFileSync(at('tenants/x.yaml'), 'owner: a\n'.repeat(1_200_000)),
      /error\[file-too-large\]: the file has 10800000 bytes; allowed: at most 262144; keep data out/,
    ],
    [
      'a file of NUL bytes',
      () => writeFileSync(at('tenants/x.yaml'), Buffer.alloc(4096)),
      /error\[file-character\]: a NUL character/,
    ],
  ])('%s has an answer of its own, and acme is read all the same', (_what, arrange, answer) => {
    arrange();

    const result = read();

    expect(text(result.findings)).toMatch(answer);
    expect(result.findings).toHaveLength(1);
    expect(names(result)).toEqual(['acme']);
  });

  test('hidden files that are no YAML, locks of editors, README and Markdown are left alone', () => {
    for (const name of ['.gitkeep', '.acme.yaml.swp', 'README', 'NOTES.md'])
      writeFileSync(at('tenants', name), '\0');
    symlinkSync('user@host.1:2', at('tenants/.#acme.yaml'));
    expect(text(read().findings)).toBe('');
    expect(names(read())).toEqual(['acme']);
  });

  test('a link inside of the repository is read like a file', () => {
    cpSync(at('tenants/acme.yaml'), at('shared.yaml'));
    symlinkSync('../shared.yaml', at('tenants/other.yaml'));
    expect(names(read())).toEqual(['acme', 'other']);
  });

  test('a file that may not be read is named with the answer of the operating system', () => {
    // Root may read everything: the reader runs as another user where the test runs as root.
    writeFileSync(at('tenants/x.yaml'), 'owner: a\n', { mode: 0o000 });
    execFileSync('chmod', ['0755', root]);
    const script = `
      const { readTextFile } = await import(${JSON.stringify(join(repository, 'lib/fleet/read-file.ts'))});
      const { findings } = readTextFile({ path: process.argv[1], file: 'tenants/x.yaml', root: process.argv[2], limit: 1000 });
      console.log(findings[0].rule, findings[0].problem);`;
    const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
    const said = execFileSync(
      process.execPath,
      ['--import', 'tsx', '--input-type=module', '-e', script, at('tenants/x.yaml'), root],
      { cwd: repository, encoding: 'utf8', ...user },
    );
    expect(said).toBe('file-unreadable the file cannot be read (EACCES)\n');
  });
});
