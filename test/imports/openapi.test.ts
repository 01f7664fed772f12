import { describe, expect, test } from '@jest/globals';
import { readDefinitions } from '../../imports/generator/openapi.ts';

const post = (group: string, version: string, kind: string) => ({
  post: { 'x-kubernetes-group-version-kind': { group, version, kind } },
});
const gvk = (group: string, version: string, kind: string) => [{ group, version, kind }];

const document = JSON.stringify({
  swagger: '2.0',
  paths: {
    '/api/v1/namespaces': post('', 'v1', 'Namespace'),
    '/apis/batch/v1/namespaces/{namespace}/jobs': post('batch', 'v1', 'Job'),
    '/apis/batch/v1beta1/namespaces/{namespace}/jobs': post('batch', 'v1beta1', 'Job'),
    '/api/v1/namespaces/{namespace}/pods/{name}/eviction': post('policy', 'v1', 'Eviction'),
  },
  definitions: {
    namespace: {
      type: 'object',
      properties: { metadata: { $ref: '#/definitions/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' } },
      'x-kubernetes-group-version-kind': gvk('', 'v1', 'Namespace'),
    },
    oldJob: { type: 'object', 'x-kubernetes-group-version-kind': gvk('batch', 'v1beta1', 'Job') },
    job: {
      type: 'object',
      'x-kubernetes-group-version-kind': gvk('batch', 'v1', 'Job'),
      properties: {
        spec: { $ref: '#/definitions/spec' },
      },
    },
    spec: {
      type: 'object',
      properties: {
        anything: { $ref: '#/definitions/raw' },
        memory: { $ref: '#/definitions/io.k8s.apimachinery.pkg.api.resource.Quantity' },
        port: { $ref: '#/definitions/io.k8s.apimachinery.pkg.util.intstr.IntOrString' },
        schema: {
          $ref: '#/definitions/io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps',
        },
        steps: { type: 'array', items: { type: 'string' }, 'x-kubernetes-patch-strategy': 'merge' },
      },
    },
    raw: { type: 'object', description: 'text' },
  },
});

describe('readDefinitions', () => {
  const offered = readDefinitions(document);
  const [namespace, job] = offered.map((offer) => offer.schema());

  test('offers each kind that can be created, in its newest version', () => {
    expect(offered.map(({ group, kind }) => `${kind}.${group}`)).toEqual(['Namespace.', 'Job.batch']);
    expect(job?.apiVersion).toBe('batch/v1');
  });

  test('reads scope and plural from the path', () => {
    expect([namespace?.scope, namespace?.plural]).toEqual(['Cluster', 'namespaces']);
    expect([job?.scope, job?.plural]).toEqual(['Namespaced', 'jobs']);
  });

  test('inlines references, and says of special types what the API server accepts', () => {
    const spec = job?.schema.properties?.spec;
    expect(spec?.additionalProperties).toBe(false);
    expect(spec?.properties?.steps).toEqual({ type: 'array', items: { type: 'string' } });
    expect(spec?.properties?.port?.['x-kubernetes-int-or-string']).toBe(true);
    expect(spec?.properties?.anything).toEqual({
      type: 'object',
      'x-kubernetes-preserve-unknown-fields': true,
    });
    expect(spec?.properties?.schema).toEqual({
      type: 'object',
      'x-kubernetes-preserve-unknown-fields': true,
    });
  });

  test('a quantity is matched by its pattern', () => {
    const pattern = new RegExp(job?.schema.properties?.spec?.properties?.memory?.pattern ?? '$^');
    expect(['8Gi', '500m', '1.5', '1e3'].filter((text) => !pattern.test(text))).toEqual([]);
    expect(['8Gib', 'Gi', '8 Gi', ''].filter((text) => pattern.test(text))).toEqual([]);
  });
});
