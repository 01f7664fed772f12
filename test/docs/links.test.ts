import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { anchorsOf, linksOf, pages, root, textOf } from './markdown.ts';

describe('anchors', () => {
  test('are those of GitHub', () => {
    const text =
      '# A `B`, c: d/e_f!\n\n## Same\n\n```sh\n# no heading\n```\n\n## Same\n\n### [Linked](x.md) - it\n';
    expect([...anchorsOf(text)]).toEqual(['a-b-c-de_f', 'same', 'same-1', 'linked---it']);
  });
});

test.each(pages)('every link of %s leads to a file, and to a heading of it', (page) => {
  const broken = linksOf(page).filter(
    ({ path, anchor }) =>
      !existsSync(join(root, path)) || (anchor !== '' && !anchorsOf(textOf(path)).has(anchor)),
  );
  expect(broken).toEqual([]);
});

test('every page of docs/ is linked from another page', () => {
  const linked = new Set(
    pages.flatMap((page) => linksOf(page).flatMap(({ path }) => (path === page ? [] : [path]))),
  );
  expect(pages.filter((page) => page.startsWith('docs/') && !linked.has(page))).toEqual([]);
});

test('what the tool and its files say of docs/ is there', () => {
  const files = ['lib', 'platform', 'tenants'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.(?:ts|json|yaml)$/.test(path))
      .map((path) => join(folder, path)),
  );
  const named = files.flatMap((file) =>
    [
      ...readFileSync(join(root, file), 'utf8').matchAll(
        /(?<!\w )docs\/((?:reference\/)?[\w-]+\.md)(?:#([\w-]+))?/g,
      ),
    ].map(([, path = '', anchor = '']) => ({ file, path: `docs/${path}`, anchor })),
  );
  const broken = named.filter(
    ({ path, anchor }) =>
      !existsSync(join(root, path)) || (anchor !== '' && !anchorsOf(textOf(path)).has(anchor)),
  );
  expect(named.length).toBeGreaterThan(2);
  expect(broken).toEqual([]);
});
