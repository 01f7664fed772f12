import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { golden } from './golden.ts';
import { judgedFiles, textOf } from './judged.ts';

const root = new URL('../fixtures/cases/', import.meta.url).pathname;

/** Facts of real public setups: each a fleet, and variants that replace some of its files. */
const cases = readdirSync(root)
  .sort()
  .flatMap((name) => {
    const folder = join(root, name);
    const variants = existsSync(join(folder, 'variants')) ? readdirSync(join(folder, 'variants')).sort() : [];
    return [
      { name, folders: [folder] },
      ...variants.map((variant) => ({
        name: `${name}, ${variant}`,
        folders: [folder, join(folder, 'variants', variant)],
      })),
    ];
  });

test('all fourteen cases are there', () => {
  expect(readdirSync(root)).toHaveLength(14);
});

describe.each(cases.map((entry) => [entry.name, entry] as const))('case %s', (_, { folders }) => {
  test('is answered by the exact text', () => {
    const text = textOf(judgedFiles(new Map(folders.flatMap(filesIn))));
    expect(text).toBe(golden(join(folders.at(-1) ?? '', 'expect.out'), text));
  });
});

function filesIn(folder: string): [string, string][] {
  return ['platform', 'tenants']
    .filter((part) => existsSync(join(folder, part)))
    .flatMap((part) => readdirSync(join(folder, part)).map((name) => join(part, name)))
    .filter((file) => statSync(join(folder, file)).isFile())
    .map((file) => [file, readFileSync(join(folder, file), 'utf8')]);
}
