import { describe, expect, test } from '@jest/globals';
import { Ajv } from 'ajv';
import { isObject } from '../../imports/generator/json.ts';
import { importedVersion, loadSchema } from '../../imports/schemas.ts';
import { filesBelow, imports, read } from './lab.ts';

describe('loadSchema', () => {
  test.each([
    ['cluster.x-k8s.io/v1beta2', 'Cluster', 'Namespaced', 'clusters'],
    ['infrastructure.cluster.x-k8s.io/v1alpha2', 'ProxmoxCluster', 'Namespaced', 'proxmoxclusters'],
    ['kamaji.clastix.io/v1alpha1', 'DataStore', 'Cluster', 'datastores'],
    ['v1', 'Namespace', 'Cluster', 'namespaces'],
    ['v1', 'ConfigMap', 'Namespaced', 'configmaps'],
    ['rbac.authorization.k8s.io/v1', 'ClusterRole', 'Cluster', 'clusterroles'],
    ['networking.k8s.io/v1', 'NetworkPolicy', 'Namespaced', 'networkpolicies'],
  ])('%s %s is %s and called %s', (apiVersion, kind, scope, plural) => {
    expect(loadSchema(apiVersion, kind)).toMatchObject({ apiVersion, kind, scope, plural });
  });

  test('another version of an imported kind is unknown, and importedVersion names the right one', () => {
    expect(loadSchema('cluster.x-k8s.io/v1beta1', 'Cluster')).toBeUndefined();
    expect(importedVersion('cluster.x-k8s.io', 'Cluster')).toBe('cluster.x-k8s.io/v1beta2');
    expect(importedVersion('', 'Namespace')).toBe('v1');
  });

  test('a kind that is not imported is unknown', () => {
    expect(loadSchema('example.com/v1', 'Widget')).toBeUndefined();
    expect(importedVersion('example.com', 'Widget')).toBeUndefined();
  });

  test('names from a manifest never lead out of the folder', () => {
    expect(loadSchema('v1', '../core/Namespace')).toBeUndefined();
    expect(loadSchema('../schemas/v1', 'core/Namespace')).toBeUndefined();
  });
});

describe('every committed schema', () => {
  const files = filesBelow(`${imports}/schemas`);
  const parsed = files.map(
    (path) => [path, JSON.parse(read(imports, `schemas/${path}`)) as unknown] as const,
  );

  test('is valid JSON Schema', () => {
    const ajv = new Ajv({ strict: false });
    const invalid = parsed.filter(
      ([, file]) => !isObject(file) || ajv.validateSchema(schemaOf(file)) !== true,
    );
    expect(files.length).toBeGreaterThan(50);
    expect(invalid.map(([path]) => path)).toEqual([]);
  });

  test('refuses an unknown field at the top, in metadata and, where there is one, in spec', () => {
    const open = parsed.filter(([, file]) => {
      const { additionalProperties, properties } = schemaOf(file);
      const { metadata, spec = { additionalProperties: false } } = properties as Record<string, JsonSchema>;
      const closed = [additionalProperties, metadata?.additionalProperties];
      return closed.some((value) => value !== false) || spec.additionalProperties === undefined;
    });
    expect(open.map(([path]) => path)).toEqual([]);
  });
});

interface JsonSchema {
  readonly additionalProperties?: unknown;
  readonly properties?: unknown;
}

function schemaOf(file: unknown): JsonSchema {
  return isObject(file) && isObject(file.schema) ? file.schema : {};
}
