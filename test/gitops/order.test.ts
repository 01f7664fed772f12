import { describe, expect, test } from '@jest/globals';
import { type Bundle } from '../../lib/platform/index.ts';
import { wavesOf } from '../../lib/gitops/waves.ts';
import { comesAfter, platformNeeds } from './order.ts';
import { at, engines, ofKind, sampleTree } from './tree.ts';

/** The sample site with everything that is optional. */
const withEverything = (text: string): string =>
  text.startsWith('# yaml-language-server: $schema=../lib/fleet/schemas/site')
    ? `${text}csi: {secret: proxmox-csi, storage: ceph-vms, storageClass: ceph-rbd}\nmonitoring: {namespace: monitoring}\n`
    : text;

describe.each(engines)('the order with %s', (engine) => {
  test.each([
    ['the sample site', sampleTree(engine)],
    ['a site with all options', sampleTree(engine, withEverything)],
  ])('%s: everything comes after what it needs', (_, tree) => {
    const after = comesAfter(tree, engine);
    const needs = platformNeeds(tree, engine).filter(({ unit, from }) => unit !== from);
    expect(needs.length).toBeGreaterThan(40);
    expect(needs.filter(({ unit, from }) => !after(unit, from))).toEqual([]);
  });

  test('is one that a missing dependency would break', () => {
    const tree = sampleTree(engine);
    const after = comesAfter(tree, engine);
    expect(after('vips', 'metallb')).toBe(true);
    expect(after('metallb', 'vips')).toBe(false);
  });
});

describe('Flux', () => {
  const tree = sampleTree('flux');

  test('waits for every bundle, since others depend on its being ready', () => {
    for (const object of ofKind(tree, 'Kustomization').filter(({ metadata }) =>
      metadata.name.startsWith('platform-'),
    ))
      expect([object.metadata.name, at(object, 'spec.wait')]).toEqual([object.metadata.name, true]);
  });

  test('keeps classes and templates in two Kustomizations: in one, the class waits for templates that never land', () => {
    const folders = (kind: RegExp): string[] => [
      ...new Set(
        tree
          .filter(({ path, object }) => path.startsWith('platform/') && kind.test(object.kind))
          .map(({ path }) => path.split('/')[1] ?? ''),
      ),
    ];
    expect(folders(/^ClusterClass$/)).toEqual(['classes']);
    expect(folders(/Template$/)).toEqual(['class-templates']);
  });

  test('makes a cluster depend on its base alone: one class that is not ready must not stop every tenant', () => {
    for (const tenant of ['acme', 'build', 'reports', 'workshop']) {
      const cluster = ofKind(tree, 'Kustomization').find(
        ({ metadata }) => metadata.name === `tenant-${tenant}-cluster`,
      );
      expect(at(cluster, 'spec.dependsOn')).toEqual([{ name: `tenant-${tenant}-base` }]);
    }
  });
});

describe('Argo CD', () => {
  const tree = sampleTree('argocd');
  const wave = (object: {
    readonly metadata: { readonly annotations?: Readonly<Record<string, string>> };
  }): number => Number(object.metadata.annotations?.['argocd.argoproj.io/sync-wave'] ?? 0);

  test('has its projects first, then the bundles, then the tenants', () => {
    const projects = Math.max(...ofKind(tree, 'AppProject').map(wave));
    const bundles = ofKind(tree, 'Application')
      .filter(({ metadata }) => metadata.name !== 'kaas')
      .map(wave);
    const [tenants = NaN] = ofKind(tree, 'ApplicationSet').map(wave);
    expect(projects).toBeLessThan(Math.min(...bundles));
    expect(Math.max(...bundles)).toBeLessThan(tenants);
  });

  test('waits for nothing of a tenant that waits for the Cluster', () => {
    // Argo CD ends a wave only when all in it is healthy, and these are healthy only once the Cluster is there.
    const waiting = tree.filter(
      ({ path, object }) => path.startsWith('tenants/') && object.kind === 'ClusterResourceSet',
    );
    const [cluster = NaN] = ofKind(tree, 'Cluster').map(wave);
    expect(waiting.length).toBeGreaterThan(0);
    for (const { object } of waiting) expect(wave(object)).toBeGreaterThanOrEqual(cluster);
  });

  test("has a tenant's namespace before the rest of its base, and its Cluster last", () => {
    const of = (kind: string): number[] =>
      tree
        .filter(({ path, object }) => path.startsWith('tenants/') && object.kind === kind)
        .map(({ object }) => wave(object));
    expect(Math.max(...of('Namespace'))).toBeLessThan(Math.min(...of('ResourceQuota')));
    expect(Math.max(...of('ResourceQuota'))).toBeLessThan(Math.min(...of('Cluster')));
  });
});

describe('the waves of bundles', () => {
  const bundle = (name: string, ...after: string[]): Bundle => ({ name, after, objects: [] });

  test('are one after the latest of what a bundle needs', () => {
    const waves = wavesOf([bundle('a'), bundle('b', 'a'), bundle('c', 'a'), bundle('d', 'b', 'c')]);
    expect([...waves]).toEqual([
      ['a', -20],
      ['b', -19],
      ['c', -19],
      ['d', -18],
    ]);
  });

  test('of the others do not move when a bundle is added', () => {
    const before = wavesOf([bundle('a'), bundle('b', 'a')]);
    const after = wavesOf([bundle('a'), bundle('new', 'a'), bundle('b', 'a')]);
    for (const [name, wave] of before) expect(after.get(name)).toBe(wave);
  });

  test('are refused for a list that names a bundle before it comes', () => {
    expect(() => wavesOf([bundle('b', 'a'), bundle('a')])).toThrow('b is listed before a');
  });
});
