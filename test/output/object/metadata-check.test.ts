import { expect, test } from '@jest/globals';
import { checkMetadata } from '../../../lib/output/object/metadata-check.ts';
import { startWalk } from '../../../lib/output/violation.ts';

function check(
  apiVersion: string,
  kind: string,
  metadata: { name: string; namespace?: string },
  scope: 'Namespaced' | 'Cluster' = 'Namespaced',
) {
  const walk = startWalk();
  checkMetadata({ apiVersion, kind, metadata }, { scope }, walk);
  return walk.violations.map(({ path, problem }) => `${path}: ${problem}`);
}

test.each([
  ['v1', 'ConfigMap', 'a.b-c', []],
  ['v1', 'ConfigMap', 'A', ['metadata.name: "A" is no name for a ConfigMap']],
  ['v1', 'ConfigMap', 'x'.repeat(254), [expect.stringContaining('is no name for a ConfigMap')]],
  ['v1', 'Service', '1a', ['metadata.name: "1a" is no name for a Service']],
  ['v1', 'Service', 'a.b', ['metadata.name: "a.b" is no name for a Service']],
  ['rbac.authorization.k8s.io/v1', 'Role', 'kaas:view', []],
  ['rbac.authorization.k8s.io/v1', 'Role', 'kaas/view', ['metadata.name: "kaas/view" is no name for a Role']],
])('%s %s may be called %s: %j', (apiVersion, kind, name, expected) => {
  expect(check(apiVersion, kind, { name, namespace: 'b' })).toEqual(expected);
});

test('a namespace is one label', () => {
  expect(check('v1', 'Namespace', { name: 'a.b' }, 'Cluster')).toEqual([
    'metadata.name: "a.b" is no name for a Namespace',
  ]);
  expect(check('v1', 'ConfigMap', { name: 'a', namespace: 'A' })).toEqual([
    'metadata.namespace: "A" is no name for a namespace',
  ]);
});

test('a namespaced object names its namespace, a cluster-scoped one has none', () => {
  expect(check('v1', 'ConfigMap', { name: 'a' })).toEqual([
    'metadata.namespace: is missing: the object would land in whatever namespace the engine defaults to',
  ]);
  expect(check('v1', 'Namespace', { name: 'a', namespace: 'b' }, 'Cluster')).toEqual([
    'metadata.namespace: "b": a Namespace stands outside of namespaces',
  ]);
});
