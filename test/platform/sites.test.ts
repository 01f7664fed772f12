import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { golden } from '../checks/golden.ts';
import { judgedFixture, textOf } from '../checks/judged.ts';

const root = new URL('../fixtures/sites/', import.meta.url).pathname;
const names = readdirSync(root)
  .filter((name) => name.endsWith('.yaml'))
  .map((name) => name.replace(/\.yaml$/, ''));
const isGood = (name: string): boolean => name.startsWith('ok-');

test('there are at least 40 bad sites', () => {
  expect(names.filter((name) => !isGood(name)).length).toBeGreaterThanOrEqual(40);
});

describe.each(names)('%s', (name) => {
  const text = textOf(judgedFixture(readFileSync(`${root}${name}.yaml`, 'utf8')));

  test(isGood(name) ? 'is good' : 'is answered at its line', () => {
    if (isGood(name)) expect(text).toBe('');
    else expect(text).toMatch(/^platform\/(?:site|versions)\.yaml:\d+:\d+: (?:error|warning)\[/m);
  });

  test('is answered by the exact text', () => {
    expect(text).toBe(golden(`${root}${name}.out`, text));
  });
});
