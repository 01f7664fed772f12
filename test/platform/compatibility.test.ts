import { describe, expect, test } from '@jest/globals';
import {
  BootstrapProvider,
  Cluster,
  InClusterIPPool,
  KamajiControlPlaneTemplate,
  ProxmoxClusterTemplate,
} from '../../imports/index.ts';
import {
  compareReleases,
  incompatibilities,
  isWithin,
  kamajiWindow,
  parseImage,
  parseRelease,
} from '../../lib/fleet/index.ts';
import { fixUps, patchesFor } from '../../lib/platform/fix-ups.ts';

const order = (a: string, b: string): number => {
  const [first, second] = [parseRelease(a), parseRelease(b)];
  if (first === undefined || second === undefined) throw new Error(`${a} or ${b} is no release`);
  return Math.sign(compareReleases(first, second));
};

describe('a release', () => {
  test.each([
    ['v1.13.5', [1, 13, 5]],
    ['0.28.0', [0, 28, 0]],
    ['edge-26.2.5', [26, 2, 5]],
    ['26.8.6-edge', [26, 8, 6]],
    ['26.5.5-edge', [26, 5, 5]],
    ['v1.1.0-rc.2', [1, 1, 0]],
  ])('%s is read', (text, numbers) => {
    expect(parseRelease(text)?.numbers).toEqual(numbers);
  });

  test.each(['latest', 'edge-26.2', 'v1', '26.x.y-edge', ''])('%j is none', (text) => {
    expect(parseRelease(text)).toBeUndefined();
  });

  test('is older in the old style of tags than in the new one, though it sorts after it as text', () => {
    expect(order('edge-26.2.5', '26.3.2-edge')).toBe(-1);
    expect(order('26.8.6-edge', 'edge-26.2.5')).toBe(1);
    expect(order('26.10.1-edge', '26.9.5-edge')).toBe(1);
  });

  test('is newer than its release candidates', () => {
    expect(order('v1.1.0-rc.2', 'v1.1.0')).toBe(-1);
    expect(isWithin('v1.1.0-rc.2', { before: 'v1.1.0' })).toBe(true);
  });

  test('lies in a window from its first release on, and before its last', () => {
    const window = { from: '26.5.5-edge', before: '26.6.5-edge' };
    expect(
      ['26.5.4-edge', '26.5.5-edge', '26.6.4-edge', '26.6.5-edge', 'nonsense'].map((text) =>
        isWithin(text, window),
      ),
    ).toEqual([false, true, true, false, false]);
  });
});

describe('the window of a Kamaji release', () => {
  test.each([
    ['edge-24.12.1', undefined],
    ['edge-25.9.2', { min: 30, max: 34 }],
    ['edge-25.12.3', { min: 30, max: 34 }],
    ['edge-26.2.5', { min: 35, max: 35 }],
    ['26.3.3-edge', { min: 35, max: 35 }],
    ['26.3.4-edge', { min: 30, max: 35 }],
    ['26.3.6-edge', { min: 30, max: 35 }],
    ['26.5.3-edge', { min: 30, max: 36 }],
    ['26.8.6-edge', { min: 30, max: 36 }],
  ])('%s', (release, window) => {
    expect(kamajiWindow(release)).toEqual(window);
  });
});

describe('the table of incompatibilities', () => {
  test('names a source for each, and what to pin instead', () => {
    for (const { why, instead } of incompatibilities) {
      expect(why).toMatch(/#\d+|seen on|label|oldest release|after v/);
      expect(instead).toMatch(/from|before/);
    }
  });

  test('speaks of the apiVersions that the library emits', () => {
    expect(KamajiControlPlaneTemplate.apiVersion).toBe('controlplane.cluster.x-k8s.io/v1alpha2');
    expect(ProxmoxClusterTemplate.apiVersion).toBe('infrastructure.cluster.x-k8s.io/v1alpha2');
    expect(Cluster.apiVersion).toBe('cluster.x-k8s.io/v1beta2');
    expect(InClusterIPPool.apiVersion).toBe('ipam.cluster.x-k8s.io/v1alpha2');
    expect(BootstrapProvider.apiVersion).toBe('operator.cluster.x-k8s.io/v1alpha2');
  });
});

describe('fix-ups', () => {
  test('are made for the releases that need them, and for no others', () => {
    expect(patchesFor('proxmox', 'v0.9.0').length).toBe(2);
    expect(patchesFor('proxmox', 'v0.9.1').length).toBe(2);
    expect(patchesFor('proxmox', 'v0.10.0')).toEqual([]);
    expect(patchesFor('core', 'v1.13.5')).toEqual([]);
  });

  test('test what they change first: a release that moved it fails to install instead of being patched wrongly', () => {
    for (const { patch } of fixUps) expect(patch.patch).toMatch(/^- op: test\n/);
  });

  test('name their object: without a target the operator would patch every object', () => {
    for (const { patch } of fixUps)
      expect(Object.values(patch.target).every((part) => part !== '')).toBe(true);
  });
});

describe('an image', () => {
  test('is taken apart at its tag, not at the port of its registry', () => {
    expect(parseImage('registry.k8s.lab:5000/etcd:v3.6.12@sha256:ab')).toEqual({
      repository: 'registry.k8s.lab:5000/etcd',
      tag: 'v3.6.12',
      digest: 'sha256:ab',
      pinnedTag: 'v3.6.12@sha256:ab',
    });
  });
});
