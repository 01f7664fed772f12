import { describe, expect, test } from '@jest/globals';
import { compact, compactObject } from '../../imports/generator/compact.ts';

describe('compact', () => {
  test('drops descriptions, sorts fields, and closes objects whose fields are known', () => {
    const raw = {
      description: 'text',
      properties: {
        zone: { description: 'text', type: 'string' },
        age: { type: 'integer', format: 'int32' },
      },
      type: 'object',
    };
    expect(JSON.stringify(compact(raw))).toBe(
      '{"type":"object","properties":{"age":{"type":"integer","format":"int32"},"zone":{"type":"string"}},"additionalProperties":false}',
    );
  });

  test('keeps a field that is called description', () => {
    const raw = { type: 'object', properties: { description: { type: 'string', description: 'text' } } };
    expect(compact(raw).properties).toEqual({ description: { type: 'string' } });
  });

  test('leaves open what the CRD leaves open: maps, preserved fields, embedded objects', () => {
    const open = [
      { type: 'object', additionalProperties: { type: 'string' } },
      { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
      { type: 'object', 'x-kubernetes-embedded-resource': true },
    ];
    expect(open.map(compact)).toEqual(open);
  });

  test('does not close a condition, which names a few fields and says nothing about the others', () => {
    const raw = {
      type: 'object',
      properties: { a: {}, b: {} },
      oneOf: [{ type: 'object', properties: { a: {} } }],
    };
    expect(compact(raw).oneOf).toEqual([{ type: 'object', properties: { a: {} } }]);
  });

  test('keeps CEL rules and list types as they are', () => {
    const kept = {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['name'],
      'x-kubernetes-validations': [{ rule: 'self.size() < 3', message: 'two at most' }],
      items: { 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'integer' }, { type: 'string' }] },
    };
    expect(compact(kept)).toEqual(kept);
  });

  test('refuses a keyword that it does not know instead of losing it', () => {
    expect(() => compact({ type: 'string', contentEncoding: 'base64' })).toThrow(
      'unknown schema keyword contentEncoding',
    );
  });
});

test('a whole object gets its fixed identity, client-side metadata with a name, and no status', () => {
  const raw = {
    type: 'object',
    required: ['spec', 'metadata'],
    properties: { metadata: { type: 'object' }, spec: { type: 'object' }, status: { type: 'object' } },
  };
  const { required, properties } = compactObject(raw, 'shop.test/v1', 'Order');
  expect(required).toEqual(['apiVersion', 'kind', 'metadata', 'spec']);
  expect(Object.keys(properties ?? {})).toEqual(['apiVersion', 'kind', 'metadata', 'spec']);
  expect(properties?.apiVersion).toEqual({ type: 'string', enum: ['shop.test/v1'] });
  expect(properties?.metadata?.required).toEqual(['name']);
  expect(Object.keys(properties?.metadata?.properties ?? {})).not.toContain('resourceVersion');
});
