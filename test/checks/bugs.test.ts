import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { golden } from './golden.ts';
import { judgedFixture, textOf } from './judged.ts';

const root = new URL('../fixtures/bugs/', import.meta.url).pathname;

/** Public bugs of this field whose cause can be seen in the files; the others are in what is emitted, and tested there. */
const bugs = readdirSync(root)
  .filter((name) => name.endsWith('.yaml'))
  .map((name) => name.replace(/\.yaml$/, ''));

describe.each(bugs)('%s', (name) => {
  const text = textOf(judgedFixture(readFileSync(join(root, `${name}.yaml`), 'utf8')));

  test('is answered before it happens, by the exact text', () => {
    if (!name.startsWith('ok-')) expect(text).not.toBe('');
    expect(text).toBe(golden(join(root, `${name}.out`), text));
  });
});
