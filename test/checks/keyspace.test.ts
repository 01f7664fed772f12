import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { keyspaceOf } from '../../lib/fleet/index.ts';
import { judgedFixture, textOf } from './judged.ts';

const name = fc.stringMatching(/^[a-z](?:[a-z0-9-]{0,22}[a-z0-9])?$/).filter((text) => !text.includes('--'));

const datastore = { keyspacePrefix: 'kaas' };

test('no two tenants share a keyspace', () => {
  fc.assert(
    fc.property(name, name, (a, b) => {
      expect(keyspaceOf({ name: a, datastore }) === keyspaceOf({ name: b, datastore })).toBe(a === b);
    }),
  );
});

test('a keyspace fits every driver: MySQL takes 32 characters for a user, PostgreSQL 63', () => {
  fc.assert(
    fc.property(name, (text) => {
      expect(keyspaceOf({ name: text, datastore: { keyspacePrefix: 'longest' } })).toMatch(
        /^[a-z0-9_]{1,32}$/,
      );
    }),
  );
});

test('sites with prefixes of their own share no keyspace, whatever their tenants are called', () => {
  const prefix = fc.stringMatching(/^[a-z][a-z0-9]{0,6}$/);
  fc.assert(
    fc.property(name, name, prefix, prefix, (a, b, one, other) => {
      fc.pre(one !== other);
      expect(keyspaceOf({ name: a, datastore: { keyspacePrefix: one } })).not.toBe(
        keyspaceOf({ name: b, datastore: { keyspacePrefix: other } }),
      );
    }),
  );
});

test('the rule about names accepts the names that this was shown for', () => {
  const names = [...new Set(fc.sample(name, { seed: 7, numRuns: 9 }))];
  const fleet = names.map((text) => `--- # tenants/${text}.yaml\nowner: team@k8s.lab\n`).join('');
  expect(textOf(judgedFixture(fleet))).toBe('');
});
