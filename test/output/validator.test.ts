import { describe, expect, test } from '@jest/globals';
import { importedVersion, loadSchema } from '../../imports/schemas.ts';
import type { ManifestObject } from '../../lib/output/manifest.ts';
import { validateObject } from '../../lib/output/validator.ts';

const schemas = { loadSchema, importedVersion };
const lines = (object: ManifestObject) =>
  validateObject(object, schemas).map(({ path, problem, allowed }) => `${path}: ${problem}; ${allowed}`);

const cluster = (topology: object): ManifestObject => ({
  apiVersion: 'cluster.x-k8s.io/v1beta2',
  kind: 'Cluster',
  metadata: { name: 'acme', namespace: 'tenant-acme' },
  spec: {
    topology: {
      classRef: { name: 'lab-tenant-1', namespace: 'kaas-system' },
      version: 'v1.35.5',
      ...topology,
    },
  },
});

const controlPlane = (spec: object): ManifestObject => ({
  apiVersion: importedVersion('controlplane.cluster.x-k8s.io', 'KamajiControlPlane') ?? '',
  kind: 'KamajiControlPlane',
  metadata: { name: 'acme', namespace: 'tenant-acme' },
  spec: { version: 'v1.35.5', ...spec },
});

const proxmoxTemplate = (spec: object): ManifestObject => ({
  apiVersion: importedVersion('infrastructure.cluster.x-k8s.io', 'ProxmoxMachineTemplate') ?? '',
  kind: 'ProxmoxMachineTemplate',
  metadata: { name: 'worker', namespace: 'kaas-system' },
  spec: { template: { spec: { templateSelector: { matchTags: ['capi'] }, ...spec } } },
});

describe('real kinds', () => {
  test('a Cluster with a pool is fine', () => {
    const pools = [{ class: 'worker', name: 'general', replicas: 3 }];
    expect(lines(cluster({ workers: { machineDeployments: pools } }))).toEqual([]);
  });

  test('a mistyped field is found in the depth, with the name that was meant', () => {
    const pools = [{ class: 'worker', name: 'general', replica: 3 }];
    expect(lines(cluster({ workers: { machineDeployments: pools } }))).toEqual([
      expect.stringMatching(
        /^spec\.topology\.workers\.machineDeployments\[0\]\.replica: is an unknown field; replicas\? The fields are /,
      ),
    ]);
  });

  test('two pools of one name', () => {
    const pools = [
      { class: 'worker', name: 'general' },
      { class: 'worker', name: 'general' },
    ];
    expect(lines(cluster({ workers: { machineDeployments: pools } }))).toEqual([
      'spec.topology.workers.machineDeployments[1]: another item has the same name ("general"); each key once',
    ]);
  });

  test('an empty object where Cluster API refuses one', () => {
    expect(lines(cluster({ workers: {} }))).toEqual([
      'spec.topology.workers: is an empty object; 1 fields or more, or leave it out',
    ]);
  });

  test('rules of Kamaji run on defaults and say what is wrong', () => {
    const loadBalancerConfig = { loadBalancerClass: 'metallb' };
    expect(lines(controlPlane({ network: { loadBalancerConfig } }))).toEqual([]); // serviceType: LoadBalancer is the default.
    expect(lines(controlPlane({ network: { loadBalancerConfig, serviceType: 'ClusterIP' } }))).toEqual([
      expect.stringContaining(
        'spec.network: LoadBalancerClass is supported only with LoadBalancer service type; what satisfies ',
      ),
    ]);
  });

  test('rules of Proxmox run deep inside a template', () => {
    const network = { networkDevices: [{ name: 'net0', bridge: 'vmbr0', mtu: 1500 }] };
    expect(lines(proxmoxTemplate({ network }))).toEqual([]);
    expect(lines(proxmoxTemplate({ network, storage: 'ceph' }))).toEqual([]); // full: true is the default.
    expect(lines(proxmoxTemplate({ network, full: false, storage: 'ceph' }))).toEqual([
      'spec.template.spec: Must set full=true when specifying storage; what satisfies self.full || !has(self.storage)',
    ]);
    expect(lines(proxmoxTemplate({ network: { networkDevices: [{ name: 'net0', mtu: 100 }] } }))).toEqual([
      expect.stringMatching(/^spec\.template\.spec\.network\.networkDevices\[0\]\.mtu: .*576/),
    ]);
  });
});

test('a kind without a schema is refused, unless it is on the list', () => {
  const object = {
    apiVersion: 'example.com/v1',
    kind: 'Thing',
    metadata: { name: 'a', namespace: 'b' },
    spec: { x: 1 },
  };
  expect(lines(object)).toEqual([
    'kind: no schema for Thing of example.com/v1; a kind that imports/sources.yaml names',
  ]);
  expect(validateObject(object, schemas, { unchecked: ['example.com/Thing'] })).toEqual([]);
  expect(
    validateObject({ ...object, spec: '${x}' }, schemas, { unchecked: ['example.com/Thing'] }),
  ).toHaveLength(1);
});

test('a known kind in another version names the one that is imported', () => {
  const object = { ...cluster({}), apiVersion: 'cluster.x-k8s.io/v1beta1' };
  expect(lines(object)).toEqual([
    'apiVersion: no schema for Cluster of cluster.x-k8s.io/v1beta1; cluster.x-k8s.io/v1beta2',
  ]);
});

test('what the API server sets has no place in Git', () => {
  const object = cluster({});
  const metadata = { ...object.metadata, uid: 'x', creationTimestamp: null };
  expect(lines({ ...object, metadata }).map((line) => line.split(':')[0])).toEqual([
    'metadata.uid',
    'metadata.creationTimestamp',
  ]);
});

test('everything wrong with an object is said at once', () => {
  const object = { ...cluster({ version: '' }), metadata: { name: 'Acme', namespace: 'tenant-acme' } };
  expect(lines(object).map((line) => line.split(':')[0])).toEqual(
    expect.arrayContaining(['spec.topology.version', 'metadata.name']),
  );
});
