import { describe, expect, test } from '@jest/globals';
import { appliedByHand } from '../../lib/gitops/index.ts';
import { argocdLoads, fluxBuild, fluxLoads, identity } from './loaders.ts';
import { sampleTree } from './tree.ts';

const pathsOf = (loads: readonly { readonly files: readonly { readonly path: string }[] }[]): string[] =>
  loads.flatMap(({ files }) => files.map(({ path }) => path)).sort();

describe('what Argo CD reads by its directory sources', () => {
  const tree = sampleTree('argocd');

  test('is every file of dist/ once, but for those that are applied by hand', () => {
    const byHand: readonly string[] = appliedByHand;
    const expected = tree
      .map(({ path }) => path)
      .filter((path) => !byHand.includes(path.replace('argocd/', '')));
    expect(pathsOf(argocdLoads(tree))).toEqual(expected.sort());
  });
});

describe("what Flux's build reads", () => {
  const tree = sampleTree('flux');

  test('is every file of dist/ once, its own objects included', () => {
    expect(pathsOf(fluxLoads(tree))).toEqual(tree.map(({ path }) => path).sort());
  });

  test('refuses a path with the same object twice', () => {
    const [file] = tree.filter(({ path }) => path.startsWith('platform/vips/'));
    if (file === undefined) throw new Error('the sample has no vips');
    const doubled = [...tree, { ...file, path: 'platform/vips/again.yaml' }];
    expect(() => fluxBuild(doubled, './dist/platform/vips')).toThrow('already registered id');
  });
});

describe.each(['argocd', 'flux'] as const)('dist/ with %s', (engine) => {
  const tree = sampleTree(engine);

  test('holds each object once', () => {
    const ids = tree.map(({ object }) => identity(object));
    expect([...new Set(ids)].length).toBe(ids.length);
  });

  test('holds one object per file, named kind-name.yaml', () => {
    for (const { path, object } of tree) {
      const name = `${object.kind}-${object.metadata.name}.yaml`.toLowerCase();
      expect(path.split('/').at(-1)).toBe(name.replaceAll(/[^a-z0-9.-]/g, '-'));
    }
  });

  test('holds no Secret, and no literal ${...}', () => {
    expect(tree.filter(({ object }) => object.kind === 'Secret')).toEqual([]);
    expect(tree.filter(({ text }) => /\$\{[^}]*\}/.test(text)).map(({ path }) => path)).toEqual([]);
  });
});
