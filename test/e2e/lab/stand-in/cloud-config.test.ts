import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { readIso } from '../../proxmox/iso.ts';
import { joinPlan } from './cloud-config.ts';
import { refusedLabels } from './kubelet-labels.ts';

const image = gunzipSync(readFileSync(new URL('../../proxmox/fixtures/cloud-init.iso.gz', import.meta.url)));

test('a worker joins as its cloud-init data say', () => {
  const files = readIso(image);
  const file = (name: string): string => files.get(name) ?? '';
  const plan = joinPlan({
    userData: file('user-data'),
    metaData: file('meta-data'),
    networkConfig: file('network-config'),
  });
  expect(plan).toEqual({
    hostname: 'acme-heavy-abcde',
    address: '10.40.0.12',
    endpoint: '10.4.0.101:6443',
    token: 'abcdef.0123456789abcdef',
    providerId: 'proxmox://11111111-2222-4333-8444-555555555555',
    labels: { tier: 'heavy', zone: 'a' },
    taints: [
      { key: 'tier', value: 'heavy', effect: 'NoSchedule' },
      { key: 'node.cluster.x-k8s.io/uninitialized', effect: 'NoSchedule' },
    ],
  });
});

test('user-data without a kubeadm configuration is an error that says so', () => {
  const data = { userData: '#cloud-config\n{}', metaData: '', networkConfig: '' };
  expect(() => joinPlan(data)).toThrow('no kubeadm-join-config.yaml');
});

test('labels that a kubelet would end on are refused, others are not', () => {
  const keys = [
    'tier',
    'example.org/tier',
    'kubernetes.io/os',
    'node.kubernetes.io/anything',
    'topology.kubernetes.io/zone',
    'node-role.kubernetes.io/worker',
    'foo.k8s.io/bar',
  ];
  expect(refusedLabels(keys)).toEqual(['node-role.kubernetes.io/worker', 'foo.k8s.io/bar']);
});
