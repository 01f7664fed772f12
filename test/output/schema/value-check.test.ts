import { describe, expect, test } from '@jest/globals';
import type { CompactSchema } from '../../../imports/schemas.ts';
import { checkValue } from '../../../lib/output/schema/value-check.ts';
import { startWalk } from '../../../lib/output/violation.ts';

/** Violations as lines: `path: problem; allowed`. */
function check(schema: CompactSchema, value: unknown): readonly string[] {
  const walk = startWalk();
  checkValue(schema, value, walk);
  return walk.violations.map(({ path, problem, allowed }) => `${path}: ${problem}; ${allowed}`);
}

const pool: CompactSchema = {
  type: 'object',
  required: ['name', 'replicas'],
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 5, pattern: '^[a-z]+$' },
    replicas: { type: 'integer', format: 'int32', minimum: 0, maximum: 100, default: 1 },
    port: { 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'integer' }, { type: 'string' }] },
    labels: { type: 'object', additionalProperties: { type: 'string' } },
    anything: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
    empty: { type: 'object', additionalProperties: false },
    note: { type: 'string', nullable: true },
    size: { type: 'string', enum: ['small', 'large'] },
    memory: { type: 'integer', multipleOf: 8 },
  },
  additionalProperties: false,
};

const ok = { name: 'a', replicas: 1 };

test('a value that keeps every demand has no violations', () => {
  const value = {
    ...ok,
    port: '10%',
    labels: { a: 'b' },
    anything: { x: [1] },
    empty: {},
    note: null,
    size: 'small',
    memory: 16,
  };
  expect(check(pool, value)).toEqual([]);
});

test('a required field with a default need not be given, as the API server fills it in first', () => {
  expect(check(pool, { name: 'a' })).toEqual([]);
});

test.each([
  [
    'unknown field, near a known one',
    { ...ok, replica: 2 },
    [
      'replica: is an unknown field; replicas? The fields are name, replicas, port, labels, anything, empty, note, size, memory',
    ],
  ],
  [
    'unknown field, near none',
    { ...ok, zzzzzz: 2 },
    ['zzzzzz: is an unknown field; name, replicas, port, labels, anything, empty, note, size, memory'],
  ],
  [
    'unknown field of an object without fields',
    { ...ok, empty: { a: 1 } },
    ['empty.a: is an unknown field; no field at all'],
  ],
  ['missing field', { replicas: 1 }, ['name: is missing; text']],
  ['wrong type', { ...ok, replicas: '1' }, ['replicas: is text ("1"); a whole number']],
  ['fraction', { ...ok, replicas: 1.5 }, ['replicas: is a fraction (1.5); a whole number']],
  ['null where it is not allowed', { ...ok, size: null }, ['size: is no value (null); text']],
  ['null in a map', { ...ok, labels: { a: null } }, ['labels.a: is no value (null); text']],
  ['list for object', { ...ok, labels: [] }, ['labels: is a list ([]); an object']],
  [
    'int-or-string with a fraction',
    { ...ok, port: 1.5 },
    ['port: is a fraction (1.5); a whole number or text'],
  ],
  ['pattern', { ...ok, name: 'A' }, ['name: "A" has the wrong form; text that matches ^[a-z]+$']],
  ['too long', { ...ok, name: 'abcdef' }, ['name: "abcdef" is too long (6); 5 characters or fewer']],
  [
    'empty text',
    { ...ok, name: '' },
    ['name: "" has the wrong form; text that matches ^[a-z]+$', 'name: is empty; 1 characters or more'],
  ],
  ['too small', { ...ok, replicas: -1 }, ['replicas: -1 is too small; 0 or more']],
  ['too large', { ...ok, replicas: 101 }, ['replicas: 101 is too large; 100 or less']],
  ['enum', { ...ok, size: 'medium' }, ['size: "medium" is not a known value; one of "small", "large"']],
  ['multiple', { ...ok, memory: 7 }, ['memory: 7 is no multiple of 8; a multiple of 8']],
])('%s', (_, value, expected) => {
  expect(check(pool, value)).toEqual(expected);
});

test('32 bits are the limit of int32, 53 of int64', () => {
  expect(check({ type: 'integer', format: 'int32' }, 2 ** 31)).toEqual([
    ': 2147483648 has the wrong form; a whole number of 32 bits',
  ]);
  expect(check({ type: 'integer', format: 'int32' }, 2 ** 31 - 1)).toEqual([]);
  expect(check({ type: 'integer', format: 'int64' }, 2 ** 53)).toHaveLength(1);
  expect(check({ type: 'integer', format: 'int64' }, 2 ** 53 - 1)).toEqual([]);
});

test('lengths count characters, not UTF-16 units', () => {
  expect(check({ type: 'string', maxLength: 2 }, '😀😀')).toEqual([]);
  expect(check({ type: 'string', minLength: 3 }, '😀😀')).toEqual([
    ': "😀😀" is too short (2); 3 characters or more',
  ]);
});

describe('lists', () => {
  const set: CompactSchema = { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set' };
  const ports: CompactSchema = {
    type: 'array',
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['port', 'protocol'],
    items: {
      type: 'object',
      properties: { port: { type: 'integer' }, protocol: { type: 'string', default: 'TCP' } },
      additionalProperties: false,
    },
  };

  test('an item of a set may be there once', () => {
    expect(check(set, ['a', 'b', 'a'])).toEqual(['[2]: "a" is there twice; each item once']);
    expect(check(set, ['a', 'b'])).toEqual([]);
  });

  test('items of a list map differ in their keys, and a default counts as given', () => {
    expect(check(ports, [{ port: 1 }, { port: 1, protocol: 'UDP' }, { port: 2 }])).toEqual([]);
    expect(check(ports, [{ port: 1 }, { port: 1, protocol: 'TCP' }])).toEqual([
      '[1]: another item has the same port and protocol (1,"TCP"); each key once',
    ]);
  });

  test('lengths and places of items', () => {
    expect(check({ ...set, minItems: 1 }, [])).toEqual([': is an empty list; 1 items or more']);
    expect(check({ ...set, maxItems: 1 }, ['a', 'b'])).toEqual([': has 2 items; 1 items or fewer']);
    expect(check(set, ['a', 1])).toEqual(['[1]: is a number (1); text']);
  });
});

describe('objects', () => {
  test('minProperties refuses the empty object that Cluster API refuses', () => {
    expect(check({ type: 'object', minProperties: 1 }, {})).toEqual([
      ': is an empty object; 1 fields or more, or leave it out',
    ]);
    expect(check({ type: 'object', maxProperties: 1 }, { a: 1, b: 1 })).toEqual([
      ': has 2 fields; 1 fields or fewer',
    ]);
  });

  test('an embedded object says what it is', () => {
    const embedded: CompactSchema = {
      type: 'object',
      'x-kubernetes-embedded-resource': true,
      'x-kubernetes-preserve-unknown-fields': true,
    };
    expect(check(embedded, { kind: 'Pod', metadata: 1 })).toEqual([
      'apiVersion: is missing; text',
      'metadata: is not an object; an object',
    ]);
    expect(check(embedded, { apiVersion: 'v1', kind: 'Pod', spec: { a: 1 } })).toEqual([]);
  });

  test('fields that carry the names of JavaScript built-ins are unknown like others', () => {
    expect(check({ ...pool, required: [] }, { constructor: 1, toString: 2 })).toHaveLength(2);
  });
});

describe('combinations', () => {
  const secret: CompactSchema = { required: ['secretRef'] };
  const content: CompactSchema = { required: ['content'] };

  test('oneOf takes exactly one, anyOf one at least', () => {
    expect(check({ oneOf: [secret, content] }, { content: 1 })).toEqual([]);
    expect(check({ oneOf: [secret, content] }, { content: 1, secretRef: 1 })).toEqual([
      ': {"content":1,"secretRef":1} fits 2 of the 2 forms; exactly one of these: with secretRef; with content',
    ]);
    expect(check({ anyOf: [secret, content] }, {})).toEqual([
      ': {} fits 0 of the 2 forms; one of these at least: with secretRef; with content',
    ]);
    expect(check({ anyOf: [secret, content] }, { content: 1, secretRef: 1 })).toEqual([]);
  });

  test('allOf and not', () => {
    expect(check({ allOf: [secret, content] }, { content: 1 })).toEqual(['secretRef: is missing; a value']);
    expect(check({ not: secret }, { secretRef: 1 })).toEqual([
      ': {"secretRef":1} is excluded; anything but with secretRef',
    ]);
    expect(check({ not: secret }, {})).toEqual([]);
  });
});

test('RE2 flags in the middle of a pattern hold, and so do Go anchors and classes', () => {
  expect(check({ type: 'string', pattern: '^(?i)[a-z0-9_]+$' }, 'VMBR0')).toEqual([]);
  expect(check({ type: 'string', pattern: '^(?i)[a-z0-9_]+$' }, 'vmbr-0')).toHaveLength(1);
  expect(check({ type: 'string', pattern: '\\A[[:alpha:]]+\\z' }, 'abc')).toEqual([]);
  expect(check({ type: 'string', pattern: '\\A[[:alpha:]]+\\z' }, 'ab1')).toHaveLength(1);
});

test.each([
  ['date-time', '2026-01-31T12:00:00Z', '2026-01-31'],
  ['date', '2026-01-31', '2026-13-31'],
  ['duration', '1h30m', '90'],
  ['byte', 'aGFsbG8=', 'hallo!'],
  ['ipv4', '10.0.0.1', '010.0.0.1'],
  ['ipv6', 'fd00::1', '10.0.0.1'],
  ['cidr', '10.0.0.0/16', '10.0.0.0/33'],
  ['mac', '02:00:00:00:00:01', '02:00'],
  ['uuid', '4a3cf67a-8a35-4a3c-9d0b-1f4f8b1e5a77', '4a3c'],
  ['uri', 'https://pve.k8s.lab:8006', 'pve'],
  ['hostname', 'pve.k8s.lab', '-pve'],
])('format %s takes %s and refuses %s', (format, good, bad) => {
  expect(check({ type: 'string', format }, good)).toEqual([]);
  expect(check({ type: 'string', format }, bad)).toHaveLength(1);
});
