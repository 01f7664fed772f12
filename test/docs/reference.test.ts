import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { rules } from '../../lib/checks/index.ts';
import { fieldsOf, inputFiles, readingRules } from '../../lib/fleet/index.ts';
import { plain, table } from '../../lib/reference/markdown.ts';
import { referencePages } from '../../lib/reference/pages.ts';

const folder = join(import.meta.dirname, '../../docs/reference');
const pages = await referencePages();

describe('the reference', () => {
  test('is what the schemas, rules and commands say: run npm run generate', () => {
    const committed = new Map(
      readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
    );
    expect([...committed.keys()].sort()).toEqual([...pages.keys()].sort());
    for (const [name, text] of pages) expect([name, committed.get(name)]).toEqual([name, text]);
  });

  test('has every rule once, with its text', () => {
    const page = pages.get('checks.md') ?? '';
    for (const { id, example } of [...readingRules, ...rules]) {
      expect(page.split(`\n## ${id}\n`)).toHaveLength(2);
      expect(page).toContain(example.replace(/\n$/, ''));
    }
  });

  test.each(inputFiles)('every field of the %s file has a description and words for its value', (file) => {
    for (const { path, description, allowed } of fieldsOf(file)) {
      expect([path, description]).toEqual([path, expect.stringMatching(/^\S.*[.;:)]$/)]);
      expect([path, allowed]).toEqual([path, expect.stringMatching(/\S/)]);
    }
  });

  test.each(inputFiles)('the page of the %s file has every field that is not listed elsewhere', (file) => {
    const page = pages.get(`${file}.md`) ?? '';
    const missing = fieldsOf(file).filter(({ path }) => !page.includes(`| \`${path.join('.')}\` |`));
    // Machines can be described in three places with the same fields, which stand once.
    expect(missing.every(({ path }) => path.slice(1).includes('machines'))).toBe(true);
    expect(fieldsOf('tenant').some(({ path }) => path.join('.') === 'machines.hosts')).toBe(true);
  });

  test('no text can break a table or become markup', () => {
    expect(table(['A'], [['a|b\nc']])).toBe('| A |\n|---|\n| a\\|b c |\n');
    expect(plain('k8s-<version> *x* a_b')).toBe('k8s-\\<version\\> \\*x\\* a\\_b');
  });
});
