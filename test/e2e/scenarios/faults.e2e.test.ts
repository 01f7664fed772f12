import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { condition } from '../lab/object.ts';
import { kinds } from '../lab/stand-in/kinds.ts';
import { pause, until } from '../lab/wait.ts';
import { type Bench, startBench } from './lab.ts';
import { tenantText } from './tenants.ts';

const pools = ['general: {size: small, nodes: 2}'];

describe('when Proxmox fails half-way, the end is the same', () => {
  let bench: Bench;

  beforeAll(async () => {
    bench = await startBench();
    await bench.deliver(); // the platform
  });
  afterAll(() => bench.stop());

  // CAPMOX v0.9.0: a machine whose first clone call failed is cloned later, but never configured nor started, and is
  // reported as provisioned (internal/service/vmservice/vm.go: the config step wants the reason Cloning, a failed call
  // leaves CloningFailed). Only the pool's health check gets rid of it, by default after 15 minutes and while no more
  // than half of the pool is so.
  test('Proxmox answers 500 for a while: the health check replaces what CAPMOX never starts', async () => {
    const tenant = await begin(bench, 'errors', 1);
    await hurryHealthCheck(bench, 'errors');
    for (let round = 0; round < 5; round += 1) {
      bench.lab.proxmox.site.faults.failingRequests = 5;
      await pause(4000);
    }
    await tenant.ready(400);
    await expectWhole(bench, 'errors');
  });

  test('Proxmox goes off the network while machines are made: one that CAPMOX left unstarted is replaced', async () => {
    const tenant = await begin(bench, 'offline', 2);
    await hurryHealthCheck(bench, 'offline');
    await until('a first VM', () => tenant.vms().length > 0, { seconds: 120 }, tenant.explain);
    await bench.lab.proxmox.down();
    await pause(20_000);
    await bench.lab.proxmox.up();
    await tenant.ready(400);
    await expectWhole(bench, 'offline');
  });

  test('slow clones: machines come late, each once', async () => {
    bench.lab.proxmox.site.faults.cloneSeconds = 25;
    const tenant = await begin(bench, 'slow', 3);
    await tenant.ready(400);
    bench.lab.proxmox.site.faults.cloneSeconds = 0.5;
    await expectWhole(bench, 'slow');
  });

  test('a host is lost: new machines wait for it, and are replaced by running ones when it is back', async () => {
    bench.lab.proxmox.site.faults.lostHosts = ['pve2'];
    const tenant = await begin(bench, 'host', 4);
    await hurryHealthCheck(bench, 'host');
    await pause(30_000);
    bench.lab.proxmox.site.faults.lostHosts = [];
    await tenant.ready(400);
    await expectWhole(bench, 'host');
  });

  // CAPMOX v0.9.0 looks at a failed task again after a minute and then for a VM that is not there, for ever
  // (internal/service/taskservice/task.go, vmservice/find.go): here, too, the health check is the way out.
  test('a clone fails half-way: the health check replaces the machine that never gets a VM', async () => {
    bench.lab.proxmox.site.faults.failingClones = 1;
    const tenant = await begin(bench, 'broken', 5);
    await hurryHealthCheck(bench, 'broken');
    await untilTaskFails(bench, 'broken', 'qmclone: clone failed: copy interrupted: I/O error');
    await tenant.ready(400);
    await expectWhole(bench, 'broken');
  });

  test('the storage is full: machines wait, and are made when there is room again', async () => {
    const { faults, storage } = bench.lab.proxmox.site;
    faults.fullStorages = [storage];
    const tenant = await begin(bench, 'full', 6);
    await hurryHealthCheck(bench, 'full');
    await untilTaskFails(bench, 'full', `qmclone: clone failed: no space left on storage '${storage}'`);
    expect(tenant.vms()).toEqual([]);
    faults.fullStorages = [];
    await tenant.ready(500);
    await expectWhole(bench, 'full');
  });
});

/** Until a machine of the tenant says why its task failed, in Proxmox VE's words: what a user finds. */
async function untilTaskFails(bench: Bench, name: string, message: string): Promise<void> {
  const says = async (): Promise<boolean> => {
    const machines = await bench.lab.client.list(kinds.proxmoxMachine, { namespace: `tenant-${name}` });
    const states = machines.map((machine) => condition(machine, 'VirtualMachineProvisioned'));
    return states.some((state) => state?.reason === 'TaskFailed' && state.message === message);
  };
  await until(`"${message}"`, says, { seconds: 120 }, bench.tenant(name).explain);
}

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
