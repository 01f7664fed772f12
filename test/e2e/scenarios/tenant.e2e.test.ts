import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  at,
  condition,
  type KubeObject,
  listAt,
  mapAt,
  numberAt,
  referenceTo,
  textAt,
} from '../lab/object.ts';
import { kinds } from '../lab/stand-in/kinds.ts';
import { pause, until } from '../lab/wait.ts';
import { tagsOf } from '../proxmox/machine.ts';
import { type Bench, startBench } from './lab.ts';
import { addressOf, describeVm, type TenantView } from './look.ts';
import { tenantNodes } from './nodes.ts';
import { addressesOf, type TenantText, tenantText, vipOf, vmIdsOf } from './tenants.ts';

const number = 1;
const addresses = 8;
const small = 'general: {size: small, nodes: 1}';
const heavy = (labels: string, taint: string): string =>
  `heavy: {size: {cores: 4, memory: 8Gi, disk: 50Gi}, nodes: {min: 0, max: 3}, labels: {${labels}}, ` +
  `taints: [{key: tier, value: ${taint}, effect: NoSchedule}]}`;
const firstHeavy = heavy('tier: heavy', 'heavy');

describe('a tenant from one file', () => {
  let bench: Bench;
  let tenant: TenantView;

  beforeAll(async () => {
    bench = await startBench();
    tenant = bench.tenant('blue');
    bench.fleet.write('blue', tenantText({ number, addresses, pools: [small, firstHeavy] }));
    await bench.deliver();
    await tenant.ready(400);
  });
  afterAll(() => bench.stop());

  test('its endpoint is the VIP of the file', async () => {
    const cluster = await tenant.cluster();
    expect(mapAt(cluster, 'spec.controlPlaneEndpoint')).toEqual({ host: vipOf(number), port: 6443 });
    expect(condition(cluster, 'Available')?.status).toBe('True');
  });

  test('its machine is what the file asks for, on an allowed host', () => {
    const [vm, ...others] = tenant.vms();
    expect(others).toEqual([]);
    if (vm === undefined) throw new Error('no VM');
    expect(describeVm(vm)).toEqual({
      cores: 2,
      sockets: 1,
      memoryMiB: 4096,
      diskGb: 30,
      storage: 'ceph-vms',
      bridge: 'vmbr0',
      vlan: 30,
      running: true,
    });
    const [firstId, lastId] = vmIdsOf(number);
    expect(vm.id).toBeGreaterThanOrEqual(firstId);
    expect(vm.id).toBeLessThanOrEqual(lastId);
    expect(addressesOf(number, addresses)).toEqual(['10.30.0.10', '10.30.0.17']);
    expect(addressOf(vm)).toMatch(/^10\.30\.0\.1[0-7]$/);
    expect(bench.lab.proxmox.site.hosts.map(({ name }) => name)).toContain(vm.host);
    expect(tagsOf(vm)).toEqual(expect.arrayContaining(['kaas', 'blue']));
  });

  test('0 -> 2 -> 0 through the scale subresource; labels and taints reach the Node', async () => {
    expect(tenant.vms('heavy')).toEqual([]);
    await scale(bench, await tenant.machineDeployment('heavy'), 2);
    await tenant.ready();
    expect(tenant.vms('heavy').map(({ running }) => running)).toEqual([true, true]);
    for (const node of await tenantNodes(bench.lab, 'blue', 'heavy')) {
      expect(node.metadata.labels).toEqual(expect.objectContaining({ tier: 'heavy' }));
      expect(listAt(node, 'spec.taints')).toContainEqual({
        key: 'tier',
        value: 'heavy',
        effect: 'NoSchedule',
      });
    }
    await scale(bench, await tenant.machineDeployment('heavy'), 0);
    const nothingLeft = async (): Promise<boolean> =>
      tenant.vms('heavy').length + (await tenant.machines('heavy')).length === 0 &&
      (await tenantNodes(bench.lab, 'blue', 'heavy')).length === 0;
    await until('no machine and no Node of heavy', nothingLeft, { seconds: 180 }, tenant.explain);
  });

  test('idle at 0 for a minute: nothing is made, changed or removed', async () => {
    const before = await picture(tenant);
    for (let look = 0; look < 12; look += 1) {
      await pause(5000);
      expect(await picture(tenant)).toEqual(before);
    }
  });

  test('another size rolls exactly its pool', async () => {
    await scale(bench, await tenant.machineDeployment('heavy'), 1);
    await tenant.ready();
    const rolled = await rolls(bench, tenant, {
      number,
      addresses,
      pools: ['general: {size: medium, nodes: 1}', firstHeavy],
    });
    expect(rolled).toEqual({ general: true, heavy: false });
    expect(tenant.vms('general').map(describeVm)).toEqual([
      expect.objectContaining({ cores: 4, memoryMiB: 8192, diskGb: 40 }),
    ]);
  });

  test('other labels and taints roll exactly their pool', async () => {
    const pools = ['general: {size: medium, nodes: 1}', heavy('tier: huge', 'huge')];
    expect(await rolls(bench, tenant, { number, addresses, pools })).toEqual({ general: false, heavy: true });
    const [node] = await tenantNodes(bench.lab, 'blue', 'heavy');
    expect(node?.metadata.labels).toEqual(expect.objectContaining({ tier: 'huge' }));
    expect(listAt(node, 'spec.taints')).toContainEqual({ key: 'tier', value: 'huge', effect: 'NoSchedule' });
  });

  test('another network rolls every pool', async () => {
    const pools = ['general: {size: medium, nodes: 1}', heavy('tier: huge', 'huge')];
    const rolled = await rolls(bench, tenant, { number, addresses, network: 'acme', pools });
    expect(rolled).toEqual({ general: true, heavy: true });
    expect(tenant.vms().map((vm) => describeVm(vm)['vlan'])).toEqual([40, 40]);
  });

  test('another minor version rolls the control plane and every pool, and keeps the VIP', async () => {
    const pools = ['general: {size: medium, nodes: 1}', heavy('tier: huge', 'huge')];
    const text = { number, addresses, network: 'acme', kubernetes: 'v1.35.5', pools } as const;
    expect(await rolls(bench, tenant, text)).toEqual({ general: true, heavy: true });
    const controlPlane = await bench.lab.client.get({
      ...kinds.kamajiControlPlane,
      name: 'blue',
      namespace: 'tenant-blue',
    });
    expect(textAt(controlPlane, 'status.version')).toBe('v1.35.5');
    expect(textAt(await tenant.cluster(), 'spec.controlPlaneEndpoint.host')).toBe(vipOf(number));
    for (const vm of tenant.vms()) expect(tagsOf(vm)).toContain('k8s-v1.35.5');
  });

  test('rotation to a generation with equal templates replaces no machine', async () => {
    const before = tenant.vms().map(({ id }) => id);
    await copyClass(bench, 'lab-tenant-1', 'lab-tenant-9');
    const cluster = await tenant.cluster();
    if (cluster === undefined) throw new Error('no Cluster');
    const value = { spec: { topology: { classRef: { name: 'lab-tenant-9' } } } };
    await bench.lab.client.patch(referenceTo(cluster), { type: 'merge', value });
    await until(
      'the rotation',
      async () => (await clonedFrom(bench)) === 'lab-tenant-9-cluster',
      { seconds: 120 },
      tenant.explain,
    );
    await pause(15_000);
    await tenant.ready();
    expect(tenant.vms().map(({ id }) => id)).toEqual(before);
  });

  test('the class of a Cluster cannot be deleted', async () => {
    const used = { ...kinds.clusterClass, name: 'lab-tenant-9', namespace: 'kaas-system' };
    await expect(bench.lab.client.remove(used)).rejects.toThrow(
      'cannot be deleted because it is used by Cluster(s)',
    );
  });
});

async function scale(bench: Bench, deployment: KubeObject, replicas: number): Promise<void> {
  const value = { spec: { replicas } };
  await bench.lab.client.patch(referenceTo(deployment), { type: 'merge', value }, 'scale');
}

/** Delivers another text of the tenant's file and tells for each pool whether its machines were replaced. */
async function rolls(
  bench: Bench,
  tenant: TenantView,
  text: TenantText,
): Promise<Readonly<Record<string, boolean>>> {
  const pools = ['general', 'heavy'];
  const ids = (pool: string): string => JSON.stringify(tenant.vms(pool).map((vm) => vm.config.get('name')));
  const before = new Map(pools.map((pool) => [pool, ids(pool)]));
  bench.fleet.write('blue', tenantText(text));
  const generation = (await tenant.cluster())?.metadata.generation;
  await bench.deliver();
  expect((await tenant.cluster())?.metadata.generation).not.toBe(generation);
  await pause(5000);
  await tenant.ready(400);
  await until(
    'no machine too many',
    () => tenant.vms().length === pools.length,
    { seconds: 120 },
    tenant.explain,
  );
  return Object.fromEntries(pools.map((pool) => [pool, ids(pool) !== before.get(pool)]));
}

/** What must not move while nothing happens. */
async function picture(tenant: TenantView): Promise<unknown> {
  const deployment = await tenant.machineDeployment('heavy');
  return {
    vms: tenant.vms().map(({ id }) => id),
    machines: (await tenant.machines()).map(({ metadata }) => metadata.name),
    generation: deployment.metadata.generation,
    replicas: numberAt(deployment, 'spec.replicas'),
  };
}

/** Another generation with the same contents: class and templates under new names. */
async function copyClass(bench: Bench, from: string, to: string): Promise<void> {
  const bundles = await bench.fleet.synth();
  const objects = bundles
    .flatMap((bundle) => bundle.objects)
    .filter(({ metadata }) => metadata.name.startsWith(from));
  for (const object of objects.filter(({ kind }) => kind !== 'ClusterClass'))
    await bench.lab.client.apply(renamed(object));
  for (const object of objects.filter(({ kind }) => kind === 'ClusterClass'))
    await bench.lab.client.apply(renamed(object));
  function renamed(object: KubeObject): KubeObject {
    return JSON.parse(JSON.stringify(object).replaceAll(from, to)) as KubeObject;
  }
}

async function clonedFrom(bench: Bench): Promise<string> {
  const found = await bench.lab.client.get({
    ...kinds.proxmoxCluster,
    name: 'blue',
    namespace: 'tenant-blue',
  });
  const annotations = at(found, 'metadata.annotations') as Record<string, string> | undefined;
  return annotations?.['cluster.x-k8s.io/cloned-from-name'] ?? '';
}
