import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { referenceTo } from '../lab/object.ts';
import { kinds } from '../lab/stand-in/kinds.ts';
import { pause, until } from '../lab/wait.ts';
import { type Bench, startBench } from './lab.ts';
import { describeLeftovers } from './leftovers.ts';
import { tenantText } from './tenants.ts';

const pools = ['general: {size: small, nodes: 2}'];

describe('when things fail half-way, the end is the same', () => {
  let bench: Bench;

  beforeAll(async () => {
    bench = await startBench();
    await bench.deliver(); // the platform
  });
  afterAll(() => bench.stop());

  test('each controller killed and started again while a tenant is made, and while it is deleted', async () => {
    const tenant = await begin(bench, 'kill', 1);
    for (const manager of bench.lab.managers) {
      await pause(4000);
      await manager.restart();
    }
    await tenant.ready(400);
    await expectWhole(bench, 'kill');
    const cluster = await tenant.cluster();
    if (cluster === undefined) throw new Error('no Cluster');
    bench.fleet.remove('kill');
    await bench.lab.client.remove(referenceTo(cluster));
    for (const manager of bench.lab.managers) {
      await pause(2000);
      await manager.restart();
    }
    const empty = async (): Promise<boolean> => (await describeLeftovers(bench.lab, 'kill')).length === 0;
    await until('nothing to be left', empty, { seconds: 300, every: 2000 }, async () =>
      [...(await describeLeftovers(bench.lab, 'kill')), await tenant.explain()].join('\n'),
    );
  });

  // CAPMOX v0.9.0: a machine whose first clone call failed is cloned later, but never configured nor started, and is
  // reported as provisioned (internal/service/vmservice/vm.go: the config step wants the reason Cloning, a failed call
  // leaves CloningFailed). Only the pool's health check gets rid of it, by default after 15 minutes and while no more
  // than half of the pool is so.
  test('Proxmox answers 500 for a while: the health check replaces what CAPMOX never starts', async () => {
    const tenant = await begin(bench, 'errors', 2);
    await hurryHealthCheck(bench, 'errors');
    for (let round = 0; round < 5; round += 1) {
      bench.lab.proxmox.site.faults.failingRequests = 5;
      await pause(4000);
    }
    await tenant.ready(400);
    await expectWhole(bench, 'errors');
  });

  test('Proxmox goes off the network while machines are made', async () => {
    const tenant = await begin(bench, 'offline', 3);
    await until('a first VM', () => tenant.vms().length > 0, { seconds: 120 }, tenant.explain);
    await bench.lab.proxmox.down();
    await pause(20_000);
    await bench.lab.proxmox.up();
    await tenant.ready(400);
    await expectWhole(bench, 'offline');
  });

  test('slow clones: machines come late, each once', async () => {
    bench.lab.proxmox.site.faults.cloneSeconds = 25;
    const tenant = await begin(bench, 'slow', 4);
    await tenant.ready(400);
    bench.lab.proxmox.site.faults.cloneSeconds = 0.5;
    await expectWhole(bench, 'slow');
  });

  test('a host is lost: new machines wait for it, and are replaced by running ones when it is back', async () => {
    bench.lab.proxmox.site.faults.lostHosts = ['pve2'];
    const tenant = await begin(bench, 'host', 5);
    await hurryHealthCheck(bench, 'host');
    await pause(30_000);
    bench.lab.proxmox.site.faults.lostHosts = [];
    await tenant.ready(400);
    await expectWhole(bench, 'host');
  });
});

/** Two minutes instead of 15, and however many machines are unhealthy. */
async function hurryHealthCheck(bench: Bench, name: string): Promise<void> {
  const path = '/spec/topology/workers/machineDeployments/0/healthCheck';
  const value = [
    { op: 'replace', path: `${path}/checks/nodeStartupTimeoutSeconds`, value: 120 },
    { op: 'replace', path: `${path}/remediation/triggerIf/unhealthyLessThanOrEqualTo`, value: '100%' },
  ];
  const cluster = { ...kinds.cluster, name, namespace: `tenant-${name}` };
  await bench.lab.client.patch(cluster, { type: 'json', value });
}

async function begin(bench: Bench, name: string, number: number): Promise<ReturnType<Bench['tenant']>> {
  bench.fleet.write(name, tenantText({ number, pools }));
  await bench.deliver();
  return bench.tenant(name);
}

/** Two machines, both running, both joined, and no VM that belongs to no Machine. */
async function expectWhole(bench: Bench, name: string): Promise<void> {
  const tenant = bench.tenant(name);
  const machines = (await tenant.machines()).map(({ metadata }) => metadata.name).sort();
  const vms = tenant.vms();
  expect(machines.length).toBe(2);
  expect(vms.map((vm) => vm.config.get('name') ?? '').sort()).toEqual(machines);
  expect(vms.map(({ running, cloudInit }) => ({ running, cloudInit }))).toEqual([
    { running: true, cloudInit: 'done' },
    { running: true, cloudInit: 'done' },
  ]);
}
