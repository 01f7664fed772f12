import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { repository, treeOf, Workspace } from '../synth/workspace.ts';

const trees = new Map<string, ReadonlyMap<string, string>>();

beforeAll(async () => {
  for (const engine of ['argocd', 'flux']) {
    const workspace = new Workspace();
    const site = workspace.read('platform/site.yaml').replace(/engine: \w+/, `engine: ${engine}`);
    workspace.write('platform/site.yaml', site);
    await workspace.kaas(['synth']);
    trees.set(engine, treeOf(join(workspace.folder, 'dist')));
    workspace.remove();
  }
});
afterAll(() => {
  trees.clear();
});

const filesOf = (engine: string, below: RegExp): [string, string][] =>
  [...(trees.get(engine) ?? [])].filter(([path]) => below.test(path));

test('the tenants are the same for both engines, byte for byte', () => {
  expect(filesOf('flux', /^tenants\//).length).toBeGreaterThan(20);
  expect(filesOf('flux', /^tenants\//)).toEqual(filesOf('argocd', /^tenants\//));
});

test('so is the platform, but for the folders of the charts, which hold a source and a HelmRelease', () => {
  const argocd = new Map(filesOf('argocd', /^platform\//));
  const more = filesOf('flux', /^platform\//).filter(([path]) => !argocd.has(path));
  for (const [path, text] of argocd) expect([path, trees.get('flux')?.get(path)]).toEqual([path, text]);
  const kinds = more.map(([path]) => path.split('/').at(-1)?.split('-')[0]);
  expect(new Set(kinds)).toEqual(
    new Set(['gitrepository', 'helmrelease', 'helmrepository', 'ocirepository']),
  );
});

test('no engine object of a bundle deletes what it made, and none of a tenant whose Cluster has its shield', () => {
  const finalizers = filesOf('argocd', /^argocd\/application-/).flatMap(
    ([, text]) => (parse(text) as { metadata: { finalizers?: string[] } }).metadata.finalizers ?? [],
  );
  expect(finalizers).toEqual([]);
  const policies = filesOf('flux', /^flux\/kustomization-(?:kaas|platform-|tenant-.*-base)/).map(
    ([, text]) => (parse(text) as { spec: { deletionPolicy?: string } }).spec.deletionPolicy,
  );
  expect(new Set(policies)).toEqual(new Set(['Orphan']));
});

test('the loops of the page match every engine object, and nothing but them', () => {
  const page = readFileSync(join(repository, 'docs', 'switching-engines.md'), 'utf8');
  const workspace = new Workspace();
  const list = /for app in \$\((.+)\); do/.exec(page)?.[1] ?? '';
  const names = execFileSync('sh', ['-c', list], { cwd: workspace.folder, encoding: 'utf8' })
    .trim()
    .split('\n');
  workspace.remove();
  const platform = filesOf('argocd', /^argocd\/application-platform-/).map(
    ([, text]) => (parse(text) as { metadata: { name: string } }).metadata.name,
  );
  const tenants = new Set(
    filesOf('argocd', /^tenants\//).map(([path]) => `tenant-${path.split('/')[1] ?? ''}`),
  );
  expect(names.sort()).toEqual([...platform, ...tenants].sort());
  const suspended = filesOf(
    'flux',
    /^(?:flux\/kustomization-[^/]*|platform\/[^/]+\/helmrelease-[^/]*)\.yaml$/,
  );
  const able = [...(trees.get('flux') ?? [])].filter(([, text]) =>
    /^kind: (?:Kustomization|HelmRelease)$/m.test(text),
  );
  expect(suspended.map(([path]) => path)).toEqual(able.map(([path]) => path));
});
