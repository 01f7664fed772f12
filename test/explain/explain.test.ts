import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { explain } from '../../lib/explain/explain.ts';
import { allTopics, fieldName } from '../../lib/explain/topics.ts';

const topics = allTopics();
const text = (query: string): string => {
  const explanation = explain(query, topics);
  return 'text' in explanation ? explanation.text : `unknown; meant: ${explanation.meant.join(', ')}`;
};

describe('kaas explain', () => {
  test('tells a rule from its data', () => {
    expect(text('vmids-overlap')).toBe(`vmids-overlap (error)

The VM ids of no two tenants overlap.

Why: A clone that fails keeps its id; when its machine is deleted, the VM that has the id by then is
deleted, whoever owns it.

Breaks it:
    vmids: 10100-10199
    --- # tenants/beta.yaml
    vmids: 10150-10249

Remedy: take ids that are free
`);
  });

  test('tells how a warning is accepted or raised', () => {
    expect(text('fleet-fit')).toContain('    accept: [{rule: fleet-fit, reason: ...}]\n');
    expect(text('fleet-fit')).toContain('    rules: {fleet-fit: error}\n');
    expect(text('vip-unique')).not.toContain('accept:');
  });

  test('tells what a rule about changes compares with, and which command tells what is live', () => {
    expect(text('vip-changed')).toMatch(/^The earlier revision:\n {4}\S[^]*^Breaks it:\n {4}\S/m);
    expect(text('live-shield')).toMatch(/^live-shield \(error, told by kaas verify\)\n/);
    expect(text('tenant-lost')).not.toContain('accept:');
  });

  test('knows every id that the tool can print', () => {
    // GIVEN every rule id that is written anywhere in lib/, and how those are made that are not written out
    const lib = join(import.meta.dirname, '../../lib');
    const sources = readdirSync(lib, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => readFileSync(join(lib, file), 'utf8'));
    const written = sources.flatMap((source) =>
      [...source.matchAll(/\b(?:rule|id): '([a-z]+(?:-[a-z]+)+)'/g)].map(([, id = '']) => id),
    );
    const made = sources.flatMap((source) =>
      [...source.matchAll(/\b(?:rule|id): `([^`]+)`/g)].map(([, form = '']) => form),
    );
    expect(new Set(written).size).toBeGreaterThan(150);
    expect([...new Set(made)].sort()).toEqual(['live-${check}', 'unknown-${what}']);
    // THEN each can be explained
    const known = new Set(topics.rules.map(({ id }) => id));
    expect(written.filter((id) => !known.has(id))).toEqual([]);
    expect([...known].filter((id) => id.startsWith('live-')).length).toBe(13);
    for (const what of ['datastore', 'network', 'oidc', 'size'])
      expect(text(`unknown-${what}`)).toMatch(new RegExp(`^unknown-${what} \\(error\\)`));
  });

  test('tells a field from its schema', () => {
    expect(text('controlPlane.vip')).toBe(`controlPlane.vip (tenants/NAME.yaml, required)

Address of the API server, one of vips.addresses of the site. It cannot change while the cluster
lives.

Allowed: an IPv4 address without leading zeros, such as 10.4.0.101

Example:
    vip: 10.4.0.101
`);
    expect(text('controlPlane.port')).toContain('(tenants/NAME.yaml, default: 6443)');
    expect(text('pools.NAME.nodes')).toContain('Inside:\n    min  ');
  });

  test('takes any name for NAME and any index for N', () => {
    expect(text('pools.general.nodes')).toBe(text('pools.NAME.nodes'));
    expect(text('machines.nics.0.model')).toBe(text('machines.nics.N.model'));
  });

  test('tells a field of both files twice, and of one if the file is named', () => {
    expect(text('class')).toMatch(/^class \(tenants\/NAME.yaml[^]*\nclass \(platform\/site.yaml/);
    expect(text('site.class')).toMatch(/^class \(platform\/site.yaml/);
    expect(text('tenant.class')).not.toContain('platform/site.yaml');
  });

  test.each(['tenant', 'site', 'versions'] as const)('lists the fields of the %s file', (file) => {
    const listed = text(file);
    expect(listed).toMatch(new RegExp(`^${file} \\(\\S+\\.yaml\\)\\n\\nFields:\\n`));
    const top = topics.fields.filter((field) => field.file === file && field.path.length === 1);
    expect([...listed.matchAll(/^ {4}(\S+) {2,}\S/gm)].map(([, name]) => name)).toEqual(top.map(fieldName));
  });

  test('does not mind letter case', () => {
    expect(text('VIP-Unique')).toBe(text('vip-unique'));
    expect(text('controlplane.VIP')).toBe(text('controlPlane.vip'));
    expect(text('Tenant.Pools.heavy.nodes')).toBe(text('tenant.pools.NAME.nodes'));
    expect(text('SITE')).toBe(text('site'));
    expect(text('VIP')).toBe(text('vip'));
  });

  test('tells why a key is refused', () => {
    expect(text('pools.ml.gpus')).toMatch(
      /^pools.NAME.gpus \(refused\)\n\nCAPMOX v0.9.0 has no field for PCI devices/,
    );
  });

  test.each([
    ['vip-uniqe', 'vip-unique'],
    ['vip', 'controlPlane.vip'],
    ['controlPlane.vpi', 'controlPlane.vip'],
    ['pools.NAME.node', 'pools.NAME.nodes'],
    [
      'drainTimout',
      'machines.drainTimeout, pools.NAME.machines.drainTimeout, defaults.machines.drainTimeout',
    ],
    ['', ''],
    ['constructor', ''],
    ['__proto__', ''],
    ['xyzzy', ''],
  ])('for %j it asks whether %j was meant', (query, meant) => {
    expect(text(query)).toBe(`unknown; meant: ${meant}`);
  });

  test.each(topics.rules.map(({ id }) => id))('rule %s can be explained', (id) => {
    expect(text(id).startsWith(`${id} (`)).toBe(true);
  });

  test.each([...new Set(topics.fields.map((field) => `${field.file}.${fieldName(field)}`))])(
    'field %s can be explained, and says what it is',
    (name) => {
      const [, ...path] = name.split('.');
      const [head = '', , description = ''] = text(name).split('\n');
      expect(head.startsWith(`${path.join('.')} (`)).toBe(true);
      expect(description).toMatch(/^\S.+/);
    },
  );
});
