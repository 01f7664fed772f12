import { expect, test } from '@jest/globals';
import type {
  ClusterSpec,
  DataStoreProps,
  IPAddressPoolProps,
  ProxmoxMachineTemplateSpec,
} from '../../imports/index.ts';

// The compiler is the judge here: `npm run types` fails if one of these mistakes is not an error.

const addresses: readonly string[] = ['10.4.0.100-10.4.0.199'];

test('types take real field names, read-only lists and literal values', () => {
  const pool = { metadata: { name: 'vips' }, spec: { addresses } } satisfies IPAddressPoolProps;
  const topology = { classRef: { name: 'lab-tenant-1' }, version: 'v1.35.5' };
  const cluster = { topology } satisfies ClusterSpec;
  const machine = {
    template: { spec: { format: 'raw', network: { networkDevices: [{ name: 'net0', bridge: 'vmbr0' }] } } },
  } satisfies ProxmoxMachineTemplateSpec;
  expect([pool.spec.addresses, cluster.topology.version, machine.template.spec.format]).toEqual([
    addresses,
    'v1.35.5',
    'raw',
  ]);
});

test('types refuse what the API server would refuse', () => {
  const mistakes = [
    // @ts-expect-error a field that does not exist
    { metadata: { name: 'vips' }, spec: { addresses, autoassign: false } } satisfies IPAddressPoolProps,
    // @ts-expect-error a field that is missing
    { metadata: { name: 'vips' }, spec: {} } satisfies IPAddressPoolProps,
    // @ts-expect-error a field of metadata that does not exist
    { metadata: { name: 'vips', label: {} }, spec: { addresses } } satisfies IPAddressPoolProps,
    // @ts-expect-error a namespace for a cluster-scoped kind
    { metadata: { name: 'default', namespace: 'kamaji-system' } } satisfies DataStoreProps,
    // @ts-expect-error a value outside the enum
    { format: 'iso' } satisfies Partial<ProxmoxMachineTemplateSpec['template']['spec']>,
  ];
  expect(mistakes).toHaveLength(5);
});
