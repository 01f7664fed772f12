import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { findingText } from '../../lib/finding/index.ts';
import { rule as classKnown } from '../../lib/checks/rules/class-known.ts';
import { classFileText, readClassFiles, Source } from '../../lib/fleet/index.ts';
import { classText } from '../../lib/synth/class-text.ts';

let root = '';
beforeEach(() => void (root = mkdtempSync(join(tmpdir(), 'kaas-classes-'))));
afterEach(() => rmSync(root, { recursive: true, force: true }));

const path = (): string => join(root, 'classes/lab-tenant-1.yaml');

function read(): { names: string[]; said: string[] } {
  const { files, findings } = readClassFiles(root, (file) => file.slice(root.length + 1));
  return {
    names: files.map(({ name }) => name),
    said: findings.map((finding) => findingText(finding, false)),
  };
}

function holds(text: string | Buffer): void {
  mkdirSync(join(root, 'classes'), { recursive: true });
  writeFileSync(path(), text);
}

const expectOne = (start: string): void =>
  expect(read()).toEqual({ names: [], said: [expect.stringContaining(start)] });

describe('a class file', () => {
  test('as it was released is read', () => {
    holds(classText('lab-tenant-1'));
    expect(read()).toEqual({ names: ['lab-tenant-1'], said: [] });
  });

  test('without a folder of classes there are none', () => {
    expect(read()).toEqual({ names: [], said: [] });
  });

  test.each<[string, string, string]>([
    ['no YAML', 'kind: [\n', 'it is no YAML (Flow sequence in block collection'],
    ['an alias', 'kind: &kind ClusterClass\nother: *kind\n', 'it has an alias'],
    ['a text', 'ClusterClass\n', 'it holds something that is no object'],
    ['no class', 'kind: ProxmoxMachineTemplate\n', 'it holds 0 ClusterClasses'],
    ['two classes', 'kind: ClusterClass\n---\nkind: ClusterClass\n', 'it holds 2 ClusterClasses'],
    ['nothing', '', 'it holds 0 ClusterClasses'],
  ])('that is %s is a finding, though its digest fits', (_what, body, problem) => {
    holds(classFileText(body));
    expectOne(
      `classes/lab-tenant-1.yaml:1:1: error[class-malformed]: class generation lab-tenant-1 cannot be used: ${problem}`,
    );
  });

  test('that cannot be used is not called unreleased as well, nor is any where not even the folder can be read', () => {
    const one = {
      class: 'lab-tenant-1',
      file: { class: 'lab-tenant-9' },
      source: new Source('site.yaml', ''),
    };
    const complaints = (): string[] => {
      const { files, unusable } = readClassFiles(root, (file) => file);
      const fleet = { site: one, tenants: [one], classes: files, unusableClasses: unusable };
      return [...classKnown.check(fleet as never, {} as never)].map(({ problem }) => problem);
    };

    holds(`${classText('lab-tenant-1')}# one more line\n`);
    expect(complaints()).toEqual(['there is no class generation lab-tenant-9']);

    rmSync(join(root, 'classes'), { recursive: true });
    writeFileSync(join(root, 'classes'), '');
    expect(complaints()).toEqual([]);

    rmSync(join(root, 'classes'));
    expect(complaints()).toHaveLength(2);
  });

  test('that was edited is a finding', () => {
    holds(`${classText('lab-tenant-1')}# one more line\n`);
    expectOne('classes/lab-tenant-1.yaml:1:1: error[class-frozen]: ');
  });

  test('that is no text is a finding', () => {
    holds(Buffer.from([0xff, 0xfe, 0x00]));
    expectOne('error[file-encoding]: the file is UTF-16');
  });

  test('that is a folder, a dead link, or a link out of the repository is a finding', () => {
    mkdirSync(path(), { recursive: true });
    expectOne('error[file-unreadable]: this is a folder');
    rmSync(path(), { recursive: true });
    symlinkSync('nowhere', path());
    expectOne('error[file-unreadable]: this is a link to a file that does not exist');
    rmSync(path());
    symlinkSync('/etc/passwd', path());
    expectOne('error[file-unreadable]: this is a link that leads out of the repository');
  });

  const isRoot = process.getuid?.() === 0;
  (isRoot ? test.skip : test)('that may not be read is a finding', () => {
    holds(classText('lab-tenant-1'));
    chmodSync(path(), 0);
    expectOne('error[file-unreadable]: the file cannot be read (EACCES)');
  });

  test('folder that is a file is a finding', () => {
    writeFileSync(join(root, 'classes'), '');
    expectOne(
      'classes:1:1: error[file-unreadable]: the folder of the class generations cannot be read (ENOTDIR)',
    );
  });

  test('of any text is read or a finding, and never a throw', () => {
    const yaml = fc.array(
      fc.constantFrom(
        'kind: ClusterClass\n',
        '---\n',
        '- a\n',
        'a: [',
        '}',
        '&x ',
        '*x\n',
        '!!binary "="\n',
        '? \n',
      ),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(yaml, fc.boolean(), (parts, frozen) => {
        holds(frozen ? classFileText(parts.join('')) : parts.join(''));
        const { names, said } = read();
        expect(names.length + said.length).toBe(1);
      }),
      { numRuns: 150 },
    );
  });
});
