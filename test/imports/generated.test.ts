import { describe, expect, test } from '@jest/globals';
import { App, Chart } from 'cdk8s';
import { generate } from '../../imports/generator/generate.ts';
import { parseSources } from '../../imports/generator/sources.ts';
import * as all from '../../imports/index.ts';
import { loadSchema } from '../../imports/schemas.ts';
import { filesBelow, imports, read } from './lab.ts';

describe('imports/ as committed', () => {
  test('is what the committed schemas give, byte for byte, and nothing else', async () => {
    const { files, findings } = await generate({ root: imports, from: [], update: false, typesOnly: true });
    expect(findings).toEqual([]);
    const differing = [...files].filter(([path, text]) => read(imports, path) !== text);
    expect(differing.map(([path]) => path)).toEqual([]);
    const committed = ['schemas', 'types'].flatMap((folder) =>
      filesBelow(`${imports}/${folder}`).map((path) => `${folder}/${path}`),
    );
    expect(committed.filter((path) => !files.has(path))).toEqual([]);
  }, 120_000);

  test('has a construct for every kind of a typed source, in the version of its schema', () => {
    const sources = parseSources(read(imports, 'sources.yaml'), 'sources.yaml');
    const typed = sources.filter((source) => source.typed).flatMap((source) => source.kinds);
    expect(Object.keys(all).sort()).toEqual(typed.map(({ kind }) => kind).sort());
    const without = Object.values(all).filter(
      ({ apiVersion, kind }) => loadSchema(apiVersion, kind) === undefined,
    );
    expect(without).toEqual([]);
  });
});

test('a construct gives its apiVersion, kind, metadata and spec', () => {
  // GIVEN
  const chart = new Chart(new App(), 'chart');
  // WHEN
  new all.IPAddressPool(chart, 'pool', {
    metadata: { name: 'vips', namespace: 'metallb-system' },
    spec: { addresses: ['10.4.0.100-10.4.0.199'], autoAssign: false },
  });
  // THEN
  expect(chart.toJson()).toEqual([
    {
      apiVersion: 'metallb.io/v1beta1',
      kind: 'IPAddressPool',
      metadata: { name: 'vips', namespace: 'metallb-system' },
      spec: { addresses: ['10.4.0.100-10.4.0.199'], autoAssign: false },
    },
  ]);
});
