import { describe, expect, test } from '@jest/globals';
import { chooseVersion, compareVersions } from '../../imports/generator/version.ts';

const versions = [
  { name: 'v1alpha1', storage: false, served: true },
  { name: 'v1alpha2', storage: false, served: true },
  { name: 'v1beta1', storage: true, served: true },
];

describe('chooseVersion', () => {
  test('takes the storage version of a CRD without contract label', () => {
    expect(chooseVersion({ 'app.kubernetes.io/name': 'x' }, versions)).toBe('v1beta1');
  });

  test('takes the version that the label of the newest contract names', () => {
    const labels = { 'cluster.x-k8s.io/v1beta1': 'v1beta1', 'cluster.x-k8s.io/v1beta2': 'v1alpha2' };
    expect(chooseVersion(labels, versions)).toBe('v1alpha2');
  });

  test('takes the newest of the versions that a contract label joins by underscores', () => {
    expect(chooseVersion({ 'cluster.x-k8s.io/v1beta2': 'v1alpha2_v1alpha1' }, versions)).toBe('v1alpha2');
  });

  test('refuses a version that the API server does not serve', () => {
    const labels = { 'cluster.x-k8s.io/v1beta2': 'v1alpha3' };
    expect(() => chooseVersion(labels, versions)).toThrow(
      'version v1alpha3 is not served; served: v1alpha1, v1alpha2, v1beta1',
    );
  });
});

test('versions are ordered as Kubernetes orders them', () => {
  const shuffled = ['v2', 'v1beta2', 'v1alpha10', 'v1', 'v1alpha2', 'v2beta1'];
  expect(shuffled.sort(compareVersions)).toEqual(['v1alpha2', 'v1alpha10', 'v1beta2', 'v2beta1', 'v1', 'v2']);
});
