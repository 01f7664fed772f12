import { describe, expect, test } from '@jest/globals';
import type { KindSchema } from '../../imports/schemas.ts';
import { checkManifests } from '../../lib/output/manifest-check.ts';
import { fileName, identity, objectTitle, type Manifest } from '../../lib/output/manifest.ts';

const loadSchema = (apiVersion: string, kind: string): KindSchema => ({
  apiVersion,
  kind,
  plural: `${kind.toLowerCase()}s`,
  scope: kind === 'Namespace' ? 'Cluster' : 'Namespaced',
  schema: { type: 'object', properties: { data: { type: 'object' } } },
});

const manifest = (
  path: string,
  kind: string,
  name: string,
  namespace?: string,
  apiVersion = 'v1',
): Manifest => ({
  path,
  sources: ['tenants/acme.yaml'],
  object: { apiVersion, kind, metadata: { name, ...(namespace === undefined ? {} : { namespace }) } },
});

describe('duplicates', () => {
  const check = (...manifests: readonly Manifest[]) =>
    checkManifests(manifests, { loadSchema }).map(
      ({ file, object, problem }) => `${file}: ${object}: ${problem}`,
    );

  test('one object in two files, even in two versions of its group', () => {
    expect(
      check(
        manifest('a/x.yaml', 'Role', 'r', 'n', 'rbac/v1'),
        manifest('b/x.yaml', 'Role', 'r', 'n', 'rbac/v1beta1'),
      ),
    ).toEqual(['b/x.yaml: Role n/r: the same object is in a/x.yaml too']);
  });

  test('same kind and name in two namespaces, or in two groups, are two objects', () => {
    expect(
      check(
        manifest('a.yaml', 'Role', 'r', 'n1'),
        manifest('b.yaml', 'Role', 'r', 'n2'),
        manifest('c.yaml', 'Role', 'r', 'n1', 'x/v1'),
      ),
    ).toEqual([]);
  });

  test('two objects for one file, even where only letter case differs', () => {
    expect(check(manifest('a.yaml', 'Role', 'r', 'n1'), manifest('A.yaml', 'Role', 'r', 'n2'))).toEqual([
      'A.yaml: Role n2/r: Role n1/r would be written to the same file (a.yaml)',
    ]);
  });
});

test('violations carry the file, the object and its sources', () => {
  const odd = {
    ...manifest('a.yaml', 'Namespace', 'x'),
    object: { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'x' }, data: [] },
  };
  expect(checkManifests([odd], { loadSchema })).toEqual([
    {
      file: 'a.yaml',
      object: 'Namespace x',
      sources: ['tenants/acme.yaml'],
      path: 'data',
      problem: 'is a list ([])',
      allowed: 'an object',
    },
  ]);
});

test('an object has one file name, one identity and one title', () => {
  const { object } = manifest(
    '',
    'RoleBinding',
    'kaas:view_X',
    'tenant-acme',
    'rbac.authorization.k8s.io/v1',
  );
  expect(fileName(object)).toBe('rolebinding-kaas-view-x.yaml');
  expect(identity(object)).toBe('rbac.authorization.k8s.io|RoleBinding|tenant-acme|kaas:view_X');
  expect(objectTitle(object)).toBe('RoleBinding tenant-acme/kaas:view_X');
});
