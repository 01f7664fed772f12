import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { golden } from './golden.ts';
import { judgedFixture, textOf } from './judged.ts';

const root = new URL('../fixtures/checks/', import.meta.url).pathname;

const fixtures = readdirSync(root).flatMap((id) =>
  readdirSync(`${root}${id}`)
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => ({ id, name: name.replace(/\.yaml$/, ''), path: `${root}${id}/${name}` })),
);
const isGood = ({ name }: { readonly name: string }): boolean => name.startsWith('ok-');

test('there are at least 120 bad inputs', () => {
  expect(fixtures.filter((fixture) => !isGood(fixture)).length).toBeGreaterThanOrEqual(120);
});

describe.each(fixtures.map((fixture) => [`${fixture.id}/${fixture.name}`, fixture] as const))(
  '%s',
  (_, fixture) => {
    const text = textOf(judgedFixture(readFileSync(fixture.path, 'utf8')));

    test(isGood(fixture) ? 'is good' : 'is answered by its rule', () => {
      if (isGood(fixture)) expect(text).toBe('');
      else expect(text).toContain(`[${fixture.id}]`);
    });

    test('is answered by the exact text', () => {
      expect(text).toBe(golden(fixture.path.replace(/\.yaml$/, '.out'), text));
    });
  },
);
