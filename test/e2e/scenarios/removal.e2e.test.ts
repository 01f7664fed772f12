import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { runAutoscalerJob } from '../lab/cluster-autoscaler.ts';
import { deleteBundle, type EngineName, prune, sync } from '../lab/engine.ts';
import { nameOf } from '../lab/object.ts';
import { kinds } from '../lab/stand-in/kinds.ts';
import { pause, until } from '../lab/wait.ts';
import { undelivered } from './everything.ts';
import { bundlesOf } from './fleet.ts';
import { type Bench, startBench } from './lab.ts';
import { untilGone } from './leftovers.ts';
import { tenantText, vipOf } from './tenants.ts';
import { answers } from '../lab/answers.ts';

const pools = ['general: {size: small, nodes: {min: 1, max: 2}}'];
const names = ['red-a', 'red-f', 'kept-a', 'kept-f', 'down', 'gone'];
const numberOf = (name: string): number => names.indexOf(name) + 1;
const engines: readonly EngineName[] = ['argocd', 'flux'];

describe('removing a tenant', () => {
  let bench: Bench;

  beforeAll(async () => {
    bench = await startBench();
    for (const name of names) bench.fleet.write(name, tenantText({ number: numberOf(name), pools }));
    const bundles = await bench.fleet.synth();
    const ofFlux = bundles.filter(({ path }) => path.includes('-f/')); // each tenant has one engine from its first day
    await sync(
      bench.lab.client,
      bundles.filter((bundle) => !ofFlux.includes(bundle)),
      'argocd',
    );
    await sync(bench.lab.client, ofFlux, 'flux');
    for (const name of names) await bench.tenant(name).ready(500);
    await runAutoscalerJob(bench.lab);
  });
  afterAll(() => bench.stop());

  test.each(engines)(
    '%s: squashed into one commit, or the folder lost: the Cluster survives',
    async (engine) => {
      const name = `kept-${engine.charAt(0)}`;
      const before = await bench.fleet.synth();
      bench.fleet.remove(name);
      const after = await bench.fleet.synth();
      await prune(bench.lab.client, before, after, engine);
      await pause(10_000);
      await expectAlive(bench, name);
    },
  );

  test.each(engines)(
    '%s: its Application or Kustomization deleted by hand: the Cluster survives with its rules',
    async (engine) => {
      const name = `red-${engine.charAt(0)}`;
      for (const bundle of bundlesOf(await bench.fleet.synth(), name)) {
        expect(await deleteBundle(bench.lab.client, bundle, engine)).toEqual([]);
      }
      await pause(5000);
      await expectAlive(bench, name);
    },
  );

  test.each(engines)(
    '%s: in two commits: control plane, VMs, VIP and autoscaler go with the Cluster, and nothing is left',
    async (engine) => {
      const name = `red-${engine.charAt(0)}`;
      bench.fleet.write(name, tenantText({ number: numberOf(name), pools, removing: true }));
      const first = await bench.fleet.synth();
      await sync(bench.lab.client, bundlesOf(first, name), engine);
      await expectAlive(bench, name);
      bench.fleet.remove(name);
      const second = await bench.fleet.synth();
      const removed = await prune(bench.lab.client, first, second, engine);
      expect(removed).toContain(`Cluster tenant-${name}/${name}`);
      await untilGone(bench, name);
      await expectVip(bench, name, false);
    },
  );

  test('deleted while Proxmox is down: waits, and ends when it is back', async () => {
    await bench.lab.proxmox.down();
    await bench.lab.client.remove({ ...kinds.cluster, name: 'down', namespace: 'tenant-down' });
    await pause(20_000);
    expect(await bench.tenant('down').cluster()).toBeDefined();
    expect(bench.tenant('down').vms().length).toBe(1);
    await bench.lab.proxmox.up();
    await untilGone(bench, 'down');
  });

  test('the namespace deleted first by mistake: nothing is left behind', async () => {
    await bench.lab.client.remove({ ...kinds.namespace, name: 'tenant-gone' });
    await untilGone(bench, 'gone');
    const namespace = { ...kinds.namespace, name: 'tenant-gone' };
    await until('the namespace to go', async () => (await bench.lab.client.get(namespace)) === undefined, {
      seconds: 240,
    });
  });

  test('the others were never touched', async () => {
    for (const name of ['kept-a', 'kept-f']) await expectAlive(bench, name);
  });
});

/** The Cluster, its VM, its autoscaler and its rules; with the real Kamaji, its API server at the VIP as well. */
async function expectAlive(bench: Bench, name: string): Promise<void> {
  const { lab } = bench;
  const namespace = `tenant-${name}`;
  const cluster = await bench.tenant(name).cluster();
  expect(cluster).toBeDefined();
  expect(cluster?.metadata.deletionTimestamp).toBeUndefined();
  const found = await lab.client.get({ ...kinds.namespace, name: namespace });
  expect(found).toBeDefined();
  expect(found?.metadata.deletionTimestamp).toBeUndefined();
  const vms = bench.tenant(name).vms();
  expect(vms.map(({ running }) => running)).toEqual([true]);
  const policies = { apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy' };
  expect((await lab.client.list(policies, { namespace })).length).toBeGreaterThan(1);
  const made = (await undelivered(lab.client, namespace, bench.delivered)).map(nameOf);
  expect(made).toEqual(
    expect.arrayContaining([
      `Deployment ${namespace}/cluster-autoscaler`,
      `ProxmoxCluster ${namespace}/${name}`,
      `TenantControlPlane ${namespace}/${name}`,
      `Secret ${namespace}/${name}-kubeconfig`,
      ...(lab.parts.kamaji === 'real'
        ? [`Service ${namespace}/${name}`, `Deployment ${namespace}/${name}`]
        : []),
    ]),
  );
  await expectVip(bench, name, true);
}

/** Only where the lab has a network of its own: the stand-in makes no address, and one that is there is somebody else's. */
async function expectVip({ lab }: Bench, name: string, answering: boolean): Promise<void> {
  if (lab.parts.kamaji === 'real') expect(await answers(vipOf(numberOf(name)), 6443)).toBe(answering);
}
