import { describe, expect, test } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import type { CompactSchema, KindSchema } from '../../imports/schemas.ts';
import { compileRule } from '../../lib/output/cel/rule.ts';
import { formatOf } from '../../lib/output/schema/formats.ts';
import { patternOf } from '../../lib/output/schema/patterns.ts';

const folder = new URL('../../imports/schemas/', import.meta.url);
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.json'),
);

/** A schema with everything below it. */
function parts(schema: CompactSchema): readonly CompactSchema[] {
  const { items, additionalProperties, not, properties = {}, allOf = [], anyOf = [], oneOf = [] } = schema;
  const inner = [
    items,
    additionalProperties,
    not,
    ...Object.values(properties),
    ...allOf,
    ...anyOf,
    ...oneOf,
  ];
  return [schema, ...inner.flatMap((part) => (typeof part === 'object' ? parts(part) : []))];
}

const kinds = files.map((file) => JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as KindSchema);
const all = kinds.flatMap(({ kind, schema }) => parts(schema).map((part) => ({ kind, part })));

test('there are schemas to look at', () => {
  expect(kinds.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['Cluster', 'ClusterClass', 'KamajiControlPlane', 'ProxmoxMachineTemplate']),
  );
});

describe('every imported schema can be checked whole', () => {
  test('each CEL rule compiles, or is one about the object before', () => {
    const rules = all.flatMap(({ part }) => part['x-kubernetes-validations'] ?? []);
    const passedOver = rules.filter((rule) => compileRule(rule) === undefined);
    expect(rules.length).toBeGreaterThan(50);
    expect(passedOver.filter(({ rule }) => !rule.includes('oldSelf'))).toEqual([]);
  });

  test('each pattern is one that JavaScript can run', () => {
    const patterns = all.flatMap(({ part }) => part.pattern ?? []);
    expect(patterns.length).toBeGreaterThan(50);
    for (const pattern of patterns) expect(patternOf(pattern)).toBeInstanceOf(RegExp);
  });

  test('each format is known', () => {
    const formats = new Set(all.flatMap(({ part }) => part.format ?? []));
    expect([...formats].filter((format) => formatOf(format) === undefined)).toEqual([]);
  });

  test('each type is known', () => {
    const types = new Set(all.flatMap(({ part }) => part.type ?? []));
    expect([...types].sort()).toEqual(
      ['array', 'boolean', 'integer', 'number', 'object', 'string'].filter((type) => types.has(type)),
    );
  });
});
