import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { keyspaceOf } from '../../lib/fleet/index.ts';
import { judgedFixture, textOf } from './judged.ts';

const name = fc.stringMatching(/^[a-z](?:[a-z0-9-]{0,22}[a-z0-9])?$/).filter((text) => !text.includes('--'));

test('no two tenants share a keyspace', () => {
  fc.assert(
    fc.property(name, name, (a, b) => {
      expect(keyspaceOf({ name: a }) === keyspaceOf({ name: b })).toBe(a === b);
    }),
  );
});

test('a keyspace fits every driver: MySQL takes 32 characters for a user, PostgreSQL 63', () => {
  fc.assert(
    fc.property(name, (text) => {
      expect(keyspaceOf({ name: text })).toMatch(/^[a-z0-9_]{1,32}$/);
    }),
  );
});

test('the rule about names accepts the names that this was shown for', () => {
  const names = [...new Set(fc.sample(name, { seed: 7, numRuns: 9 }))];
  const fleet = names.map((text) => `--- # tenants/${text}.yaml\nowner: team@k8s.lab\n`).join('');
  expect(textOf(judgedFixture(fleet))).toBe('');
});
