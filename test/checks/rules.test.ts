import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { rules } from '../../lib/checks/index.ts';
import { readingRules } from '../../lib/fleet/index.ts';
import { judgedExample, textOf } from './judged.ts';

const folder = new URL('../../lib/checks/rules/', import.meta.url);
const fixtures = new URL('../fixtures/', import.meta.url);

describe('the list of rules', () => {
  const ids = rules.map(({ id }) => id);

  test('holds every file of the folder, in order, under its own name', () => {
    const files = readdirSync(folder).filter((name) => name !== 'index.ts');
    expect(ids).toEqual(files.map((name) => name.replace(/\.ts$/, '')).sort());
  });

  test('shares no id with the rules of reading', () => {
    expect(ids.filter((id) => readingRules.some((rule) => rule.id === id))).toEqual([]);
  });

  test('has a fixture for every rule', () => {
    const answers = readdirSync(fixtures, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.out'))
      .map((name) => readFileSync(new URL(name, fixtures), 'utf8'))
      .join('');
    expect(ids.filter((id) => !answers.includes(`[${id}]`))).toEqual([]);
  });

  test('has no folder of fixtures without a rule', () => {
    expect(readdirSync(new URL('checks/', fixtures)).filter((id) => !ids.includes(id))).toEqual([]);
  });
});

describe.each(rules.map((rule) => [rule.id, rule] as const))(
  '%s',
  (id, { summary, why, remedy, example }) => {
    test('is described in whole sentences', () => {
      expect(summary).toMatch(/^\S.*\.$/);
      expect(why).toMatch(/^\S.*\.$/);
      expect(remedy).toMatch(/^[a-z].*[^.]$/);
    });

    test('is broken by its example', () => {
      const findings = judgedExample(`${example}\n`);
      expect(textOf(findings)).toContain(`[${id}]`);
    });
  },
);
