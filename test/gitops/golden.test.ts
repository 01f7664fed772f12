import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { repository, sampleTree, type TreeFile } from './tree.ts';

const isPlatform = ({ path }: { readonly path: string }): boolean => !path.startsWith('tenants/');

function filesBelow(folder: string, below = ''): string[] {
  return readdirSync(join(folder, below)).flatMap((name) => {
    const path = below === '' ? name : `${below}/${name}`;
    return statSync(join(folder, path)).isDirectory() ? filesBelow(folder, path) : [path];
  });
}

function textsBelow(folder: string): Record<string, string> {
  return Object.fromEntries(
    filesBelow(folder)
      .filter((path) => path.endsWith('.yaml'))
      .sort()
      .map((path) => [path, readFileSync(join(folder, path), 'utf8')]),
  );
}

const textsOf = (tree: readonly TreeFile[]): Record<string, string> =>
  Object.fromEntries(tree.filter(isPlatform).map(({ path, text }) => [path, text]));

function writeTree(folder: string, texts: Readonly<Record<string, string>>): void {
  if (existsSync(folder)) rmSync(folder, { recursive: true });
  for (const [path, text] of Object.entries(texts)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

describe('the platform of the sample site', () => {
  test('with Argo CD is what dist/ holds', () => {
    const dist = Object.entries(textsBelow(join(repository, 'dist'))).filter(([path]) =>
      isPlatform({ path }),
    );
    expect(textsOf(sampleTree('argocd'))).toEqual(Object.fromEntries(dist));
  });

  test('with Flux differs from it by the golden tree alone', () => {
    const golden = new URL('../fixtures/platform/flux/', import.meta.url).pathname;
    const argocd = textsOf(sampleTree('argocd'));
    const flux = textsOf(sampleTree('flux'));
    const own = Object.fromEntries(Object.entries(flux).filter(([path, text]) => argocd[path] !== text));
    if (process.env['UPDATE_GOLDEN'] === '1') writeTree(golden, own);
    expect(own).toEqual(textsBelow(golden));
    const missing = Object.keys(argocd).filter((path) => flux[path] === undefined);
    expect(missing.filter((path) => !path.startsWith('argocd/'))).toEqual([]);
  });

  test("holds the tenants' folders without a change, whichever the engine", () => {
    const tenants = (tree: readonly TreeFile[]): [string, string][] =>
      tree.filter((file) => !isPlatform(file)).map(({ path, text }) => [path, text]);
    expect(tenants(sampleTree('flux'))).toEqual(tenants(sampleTree('argocd')));
  });
});
