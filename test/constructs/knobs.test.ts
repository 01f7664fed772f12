import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { Pointer } from 'rfc6902';
import { parse } from 'yaml';
import { loadSchema } from '../../imports/schemas.ts';
import { classVariant, type ClusterObject, expandCluster } from '../../lib/constructs/index.ts';
import { validateObject } from '../../lib/output/index.ts';
import { tenantManifests } from '../../lib/synth/tenant-manifests.ts';
import { acme, currentClass, merged, root, tenantOf, versionsOf } from './tenant.ts';

const rows = readFileSync(join(root, 'test/fixtures/knobs.tsv'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split('\t'));

const generation = currentClass();
const versions = versionsOf();

describe('every knob reaches the object that a controller reads', () => {
  test.each(rows)('%s: %s', (...row) => {
    const [, snippet = '', object, path = '', value = ''] = row;
    // GIVEN a tenant with the snippet
    const objects = objectsOf(parse(snippet));

    // WHEN its objects are looked at, those that Cluster API makes included
    const found = objects.find(({ title }) => title === object || title.split('/')[0] === object)?.object;
    if (found === undefined)
      throw new Error(`no ${object} among ${objects.map(({ title }) => title).join(', ')}`);

    // THEN the value is where the row says
    const actual: unknown = Pointer.fromJSON(path).get(found);
    expect(actual).toEqual(parsed(value));
  });
});

test('every object that any knob leads to is valid', () => {
  const violations = rows.flatMap(([knob, snippet = '']) =>
    objectsOf(parse(snippet)).flatMap(({ title, object }) =>
      validateObject(object, { loadSchema }).map((violation) => ({ knob, title, ...violation })),
    ),
  );
  expect(violations).toEqual([]);
});

const parsed = (value: string): unknown => (value === 'undefined' ? undefined : JSON.parse(value));

function objectsOf(snippet: unknown) {
  const tenant = tenantOf(merged(acme, snippet));
  const variant = tenant.patches.length === 0 ? { generation } : classVariant(generation, tenant.patches);
  if ('problem' in variant) throw new Error(variant.problem);
  const manifests = tenantManifests(tenant, { className: variant.generation.name, versions });
  const cluster = manifests.map(({ object }) => object).find(({ kind }) => kind === 'Cluster');
  const { expanded, problems } = expandCluster(cluster as unknown as ClusterObject, variant.generation);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return [
    ...manifests.map(({ object }) => ({ title: `${object.kind}/${object.metadata.name}`, object })),
    ...expanded.map(({ object, pool }) => ({
      title: pool === undefined ? object.kind : `${object.kind}/${pool}`,
      object,
    })),
  ];
}
