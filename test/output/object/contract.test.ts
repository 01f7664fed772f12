import { expect, test } from '@jest/globals';
import type { ManifestObject } from '../../../lib/output/manifest.ts';
import { checkContract } from '../../../lib/output/object/contract.ts';
import { startWalk } from '../../../lib/output/violation.ts';

const base = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', namespace: 'b' } };

function check(object: ManifestObject): readonly string[] {
  const walk = startWalk();
  checkContract(object, walk);
  return walk.violations.map(({ path, problem }) => `${path}: ${problem}`);
}

test('a Secret carries no values in Git, whatever they are', () => {
  expect(check({ ...base, kind: 'Secret', data: {} })).toEqual(['data: is a secret value in Git']);
  expect(check({ ...base, kind: 'Secret', stringData: { a: 'b' } })).toEqual([
    'stringData: is a secret value in Git',
  ]);
  expect(check({ ...base, kind: 'Secret', type: 'Opaque' })).toEqual([]);
  expect(check({ ...base, apiVersion: 'example.com/v1', kind: 'Secret', data: {} })).toEqual([]);
});

test('text that Flux would replace is refused, also in names of fields', () => {
  expect(check({ ...base, data: { run: 'echo ${HOME:-x} $HOME ${' } })).toEqual([
    'data.run: holds ${HOME:-x}, which Flux would replace',
  ]);
  expect(check({ ...base, data: { '${x}': 'a' } })).toEqual([
    'data["${x}"]: has a name that Flux would replace',
  ]);
  expect(check({ ...base, data: { run: 'cost: $5 {{ $x }} $(date)' } })).toEqual([]);
});

test('what JSON does not have is refused, with its place', () => {
  const odd = {
    when: new Date(0),
    gone: undefined,
    huge: Infinity,
    zero: -0,
    big: 1n,
    act: () => 1,
    map: new Map(),
    list: [1, undefined],
  };
  expect(check({ ...base, data: odd })).toEqual([
    'data.when: is a Date',
    'data.gone: is undefined',
    'data.huge: is Infinity',
    'data.zero: is -0',
    'data.big: is a bigint',
    'data.act: is a function',
    'data.map: is a Map',
    'data.list[1]: is undefined',
  ]);
});

test('text that no file can carry is refused', () => {
  expect(check({ ...base, data: { half: 'a\ud800b', whole: 'a😀b' } })).toEqual([
    'data.half: holds half of a character (a lone surrogate), which no file can carry',
  ]);
});

test('a field that JavaScript would lose is refused', () => {
  const data: unknown = JSON.parse('{"__proto__": "x"}');
  expect(check({ ...base, data })).toEqual(['data.__proto__: has a name that JavaScript keeps for itself']);
});

test('labels keep their syntax wherever there is metadata or a selector', () => {
  const object = {
    ...base,
    metadata: {
      ...base.metadata,
      labels: { ok: '', 'kaas.lab/x': 'A.b_c-1', 'a b': 'x', version: '-1' },
      annotations: { 'x/y/z': 'free text', ok: 'free text!' },
    },
    spec: {
      selector: { matchLabels: { app: 'a b' } },
      template: { metadata: { labels: { n: 1, long: 'x'.repeat(64) } } },
    },
  };
  expect(check(object)).toEqual([
    'metadata.labels["a b"]: has a name of the wrong form',
    'metadata.labels.version: "-1" has the wrong form',
    'metadata.annotations["x/y/z"]: has a name of the wrong form',
    'spec.selector.matchLabels.app: "a b" has the wrong form',
    'spec.template.metadata.labels.n: is 1',
    `spec.template.metadata.labels.long: "${'x'.repeat(64)}" has the wrong form`,
  ]);
});
