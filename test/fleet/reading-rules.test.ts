import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { readingRules } from '../../lib/fleet/index.ts';

const folder = join(import.meta.dirname, '../../lib/fleet');
const sources = readdirSync(folder)
  .filter((name) => name.endsWith('.ts') && !name.endsWith('-rules.ts'))
  .map((name) => readFileSync(join(folder, name), 'utf8'));
const ids = readingRules.map(({ id }) => id);

describe('rules of reading', () => {
  test('each id is there once, in order', () => {
    expect(ids).toEqual([...new Set(ids)].sort());
  });

  test('every rule that a finding names is described', () => {
    const named = sources.flatMap((text) =>
      [...text.matchAll(/rule: '([a-z-]+)'/g)].map(([, id = '']) => id),
    );
    expect(named).not.toHaveLength(0);
    expect(named.filter((id) => !ids.includes(id))).toEqual([]);
  });

  test.each(readingRules)('$id is described in full', ({ id, summary, why, example, remedy }) => {
    expect(id).toMatch(/^[a-z]+(-[a-z]+)+$/);
    expect(summary).toMatch(/^[A-Z%].*\.$/);
    for (const text of [why, example, remedy]) expect(text).not.toBe('');
  });
});
