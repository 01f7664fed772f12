import { describe, expect, test } from '@jest/globals';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { updateTree } from '../../../lib/output/tree/update.ts';
import { after, before, filesOf, generated, inFolder, onDisk, put } from './trees.ts';

const nothing = { added: [], changed: [], removed: [], foreign: [], unchanged: 0, recovery: 'none' };

describe('an update makes a folder hold exactly the files', () => {
  test(
    'where there was none, with the folders above it',
    inFolder((folder) => {
      const out = join(folder, 'a/b/dist');
      expect(updateTree(out, filesOf(before))).toEqual({
        ...nothing,
        applied: true,
        added: Object.keys(before).sort(),
      });
      expect(onDisk(out)).toEqual(before);
      expect(readdirSync(join(folder, 'a/b'))).toEqual(['dist']);
    }),
  );

  test(
    'from any tree to any other, and back',
    inFolder((folder) => {
      const out = join(folder, 'dist');
      put(out, before);
      expect(updateTree(out, filesOf(after))).toEqual({
        applied: true,
        added: [
          'swap/file/inner.yaml',
          'swap/folder',
          'tenants/acme/base/role-view.yaml',
          'tenants/beta/base/namespace-tenant-beta.yaml',
          'tenants/beta/cluster/cluster-beta.yaml',
        ],
        changed: ['platform/cni/daemonset-cilium.yaml', 'tenants/acme/cluster/cluster-acme.yaml'],
        removed: [
          'swap/file',
          'swap/folder/inner.yaml',
          'tenants/old/base/namespace-tenant-old.yaml',
          'tenants/old/cluster/cluster-old.yaml',
        ],
        foreign: [],
        unchanged: 2,
        recovery: 'none',
      });
      expect(onDisk(out)).toEqual(after);
      updateTree(out, filesOf(before));
      expect(onDisk(out)).toEqual(before);
      expect(readdirSync(folder)).toEqual(['dist']);
    }),
  );

  test(
    'to nothing: the folder itself stays',
    inFolder((folder) => {
      put(folder, before);
      updateTree(folder, []);
      expect(onDisk(folder)).toEqual({});
    }),
  );

  test(
    'and leaves what is as it should be untouched',
    inFolder((folder) => {
      const out = join(folder, 'dist');
      updateTree(out, filesOf(before));
      const path = join(out, 'platform/cni/role-cilium.yaml');
      const { ino, mtimeMs } = statSync(path);
      expect(updateTree(out, filesOf(after)).unchanged).toBe(2);
      expect(updateTree(out, filesOf(after))).toEqual({
        ...nothing,
        applied: true,
        unchanged: Object.keys(after).length,
      });
      expect(statSync(path)).toMatchObject({ ino, mtimeMs });
    }),
  );

  test(
    'empty folders go, also those that hold only empty folders',
    inFolder((folder) => {
      put(folder, before);
      mkdirSync(join(folder, 'x/y/z'), { recursive: true });
      mkdirSync(join(folder, 'tenants/acme/empty'));
      updateTree(folder, filesOf(before));
      expect(onDisk(folder)).toEqual(before);
    }),
  );

  test(
    'texts may be made on the way, and a failure there changes nothing',
    inFolder((folder) => {
      const out = join(folder, 'dist');
      put(out, before);
      function* failing() {
        yield* filesOf(after).slice(0, 3);
        throw new Error('generator failed');
      }
      expect(() => updateTree(out, failing())).toThrow('generator failed');
      expect(onDisk(out)).toEqual(before);
      expect(readdirSync(folder)).toEqual(['dist']);
    }),
  );
});

describe('what was made by hand', () => {
  test(
    'is reported, and nothing is changed',
    inFolder((folder) => {
      put(folder, { ...before, 'notes.txt': 'mine', 'tenants/old/TODO': 'mine' });
      const update = updateTree(folder, filesOf(after));
      expect(update).toMatchObject({ applied: false, foreign: ['notes.txt', 'tenants/old/TODO'] });
      expect(onDisk(folder)).toEqual({ ...before, 'notes.txt': 'mine', 'tenants/old/TODO': 'mine' });
    }),
  );

  test(
    'is removed when that is asked for',
    inFolder((folder) => {
      put(folder, { ...before, 'notes.txt': 'mine', 'tenants/old/TODO': 'mine' });
      expect(updateTree(folder, filesOf(after), { removeForeign: true })).toMatchObject({
        applied: true,
        foreign: ['notes.txt', 'tenants/old/TODO'],
      });
      expect(onDisk(folder)).toEqual(after);
    }),
  );

  test(
    'is noticed in the place of a generated file, too',
    inFolder((folder) => {
      const path = 'tenants/acme/cluster/cluster-acme.yaml';
      put(folder, { ...before, [path]: 'kind: Cluster\n' });
      expect(updateTree(folder, filesOf(before))).toMatchObject({
        applied: false,
        foreign: [path],
        changed: [path],
      });
      expect(updateTree(folder, filesOf(before), { removeForeign: true })).toMatchObject({ applied: true });
      expect(onDisk(folder)).toEqual(before);
    }),
  );

  test(
    'a generated file that was edited is simply written again',
    inFolder((folder) => {
      const path = 'tenants/acme/cluster/cluster-acme.yaml';
      put(folder, { ...before, [path]: `${before[path] ?? ''}edited: true\n` });
      expect(updateTree(folder, filesOf(before))).toMatchObject({
        applied: true,
        changed: [path],
        foreign: [],
      });
    }),
  );

  test(
    'links are never followed: not to files, not to folders, not where a folder should be',
    inFolder((folder) => {
      const [out, elsewhere] = [join(folder, 'dist'), join(folder, 'elsewhere')];
      put(elsewhere, { 'precious.yaml': before['swap/file'] ?? '', 'acme/base/x': 'y' });
      put(out, { 'a.yaml': before['swap/file'] ?? '' });
      symlinkSync(elsewhere, join(out, 'tenants'));
      symlinkSync(join(elsewhere, 'precious.yaml'), join(out, 'link.yaml'));
      symlinkSync(join(folder, 'nowhere'), join(out, 'platform'));
      const untouched = onDisk(elsewhere);
      expect(updateTree(out, filesOf(before))).toMatchObject({
        applied: false,
        foreign: ['link.yaml', 'platform', 'tenants'],
      });
      updateTree(out, filesOf(before), { removeForeign: true });
      expect(onDisk(out)).toEqual(before);
      expect(onDisk(elsewhere)).toEqual(untouched);
    }),
  );

  test(
    'a folder of hand-made files where a generated file should be',
    inFolder((folder) => {
      put(folder, { 'swap/file/mine.txt': 'x' });
      expect(updateTree(folder, filesOf(before))).toMatchObject({
        applied: false,
        foreign: ['swap/file/mine.txt'],
      });
      updateTree(folder, filesOf(before), { removeForeign: true });
      expect(onDisk(folder)).toEqual(before);
    }),
  );
});

describe('the output folder', () => {
  test(
    'may be a link to one',
    inFolder((folder) => {
      const [real, link] = [join(folder, 'real'), join(folder, 'dist')];
      mkdirSync(real);
      symlinkSync(real, link);
      updateTree(link, filesOf(before));
      expect(onDisk(real)).toEqual(before);
      expect(readlinkSync(link)).toBe(real);
    }),
  );

  test(
    'must not be a file, a repository, a broken link, or hold the current folder',
    inFolder((folder) => {
      const file = join(folder, 'file');
      writeFileSync(file, 'x');
      symlinkSync(join(folder, 'nowhere'), join(folder, 'broken'));
      mkdirSync(join(folder, 'repository/.git'), { recursive: true });
      const failing = (out: string) => () => updateTree(out, []);
      expect(failing(file)).toThrow(`${file} is not a folder`);
      expect(failing(join(folder, 'broken'))).toThrow('is a link that leads nowhere');
      expect(failing(join(folder, 'repository'))).toThrow(
        'is a Git repository; allowed: a folder for generated files only; name a folder inside it',
      );
      expect(failing('.')).toThrow(
        '. holds the folder you are in; allowed: a folder for generated files only, which may not exist yet; name another',
      );
      expect(failing(join(folder, 'repository/.git/dist'))).toThrow('is where Git keeps its own files');
      expect(failing(join(folder, 'n'.repeat(300)))).toThrow('cannot be looked at (ENAMETOOLONG); allowed: ');
      expect(failing('/')).toThrow('/ holds the folder you are in');
      expect(failing('')).toThrow('is no name of a folder');
      expect(failing(join(file, 'below'))).toThrow(/ENOTDIR|EEXIST/);
      expect(readdirSync(folder).sort()).toEqual(['broken', 'file', 'repository']);
    }),
  );
});

describe('files that cannot be', () => {
  const text = before['swap/file'] ?? '';
  const bad = [
    '/a',
    '../a',
    'a/../b',
    'a//b',
    './a',
    '',
    'a/',
    'a\\b',
    'a:b',
    'a\0b',
    '.git/config',
    'a/.GIT/x',
    'a.',
    'x'.repeat(256),
  ];
  test.each(bad.map((path) => [JSON.stringify(path), path]))('path %s is a bug of ours', (_, path) => {
    inFolder((folder) => {
      expect(() => updateTree(join(folder, 'dist'), [{ path, text }])).toThrow(
        'is no path of an output file',
      );
      expect(readdirSync(folder)).toEqual([]);
    })();
  });

  test.each([
    [['a', 'a'], 'a and a are one file where letter case does not count'],
    [['b/A.yaml', 'b/a.yaml'], 'b/a.yaml and b/A.yaml are one file where letter case does not count'],
    [['a', 'a/b'], 'a would be both a file and a folder'],
    [['a/b/c', 'a/b'], 'a/b would be both a file and a folder'],
  ])('%j cannot be in one tree', (paths, message) => {
    inFolder((folder) => {
      expect(() =>
        updateTree(
          folder,
          paths.map((path) => ({ path, text })),
        ),
      ).toThrow(message);
    })();
  });

  test(
    'a text without the marker would be taken for hand-made next time',
    inFolder((folder) => {
      expect(() => updateTree(folder, [{ path: 'a.yaml', text: 'a: 1\n' }])).toThrow(
        'a.yaml does not begin with the line that marks generated files',
      );
    }),
  );
});

test(
  'names with spaces, dots, quotes and other letters are fine',
  inFolder((folder) => {
    const odd = generated({ 'a b/c.d..e': '1', '.hidden/ä😀': '2', "it's": '3' });
    updateTree(folder, filesOf(odd));
    expect(onDisk(folder)).toEqual(odd);
    expect(existsSync(folder) && lstatSync(folder).isDirectory()).toBe(true);
  }),
);
