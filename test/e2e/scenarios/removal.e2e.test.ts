import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { deleteBundle, type EngineName, prune, sync } from '../lab/engine.ts';
import { kinds } from '../lab/stand-in/kinds.ts';
import { pause, until } from '../lab/wait.ts';
import { bundlesOf } from './fleet.ts';
import { type Bench, startBench } from './lab.ts';
import { describeLeftovers } from './leftovers.ts';
import { tenantText } from './tenants.ts';

const pools = ['general: {size: small, nodes: 1}'];
const engines: readonly EngineName[] = ['argocd', 'flux'];

describe('removing a tenant', () => {
  let bench: Bench;

  beforeAll(async () => {
    bench = await startBench();
    const names = ['red-a', 'red-f', 'kept-a', 'kept-f', 'down', 'gone'];
    for (const [index, name] of names.entries())
      bench.fleet.write(name, tenantText({ number: index + 1, pools }));
    const bundles = await bench.fleet.synth();
    const ofFlux = bundles.filter(({ path }) => path.includes('-f/')); // each tenant has one engine from its first day
    await sync(
      bench.lab.client,
      bundles.filter((bundle) => !ofFlux.includes(bundle)),
      'argocd',
    );
    await sync(bench.lab.client, ofFlux, 'flux');
    for (const name of names) await bench.tenant(name).ready(500);
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
    '%s: in two commits: everything is deleted and nothing is left in Proxmox',
    async (engine) => {
      const name = `red-${engine.charAt(0)}`;
      const number = engine === 'argocd' ? 1 : 2;
      bench.fleet.write(name, tenantText({ number, pools, removing: true }));
      const first = await bench.fleet.synth();
      await sync(bench.lab.client, bundlesOf(first, name), engine);
      await expectAlive(bench, name);
      bench.fleet.remove(name);
      const second = await bench.fleet.synth();
      const removed = await prune(bench.lab.client, first, second, engine);
      expect(removed).toContain(`Cluster tenant-${name}/${name}`);
      await expectGone(bench, name);
    },
  );

  test('deleted while Proxmox is down: waits, and ends when it is back', async () => {
    await bench.lab.proxmox.down();
    await bench.lab.client.remove({ ...kinds.cluster, name: 'down', namespace: 'tenant-down' });
    await pause(20_000);
    expect(await bench.tenant('down').cluster()).toBeDefined();
    expect(bench.tenant('down').vms().length).toBe(1);
    await bench.lab.proxmox.up();
    await expectGone(bench, 'down');
  });

  test('the namespace deleted first by mistake: nothing is left behind', async () => {
    await bench.lab.client.remove({ ...kinds.namespace, name: 'tenant-gone' });
    await expectGone(bench, 'gone');
    const namespace = { ...kinds.namespace, name: 'tenant-gone' };
    await until('the namespace to go', async () => (await bench.lab.client.get(namespace)) === undefined, {
      seconds: 240,
    });
  });

  test('the others were never touched', async () => {
    for (const name of ['kept-a', 'kept-f']) await expectAlive(bench, name);
  });
});

async function expectAlive(bench: Bench, name: string): Promise<void> {
  const { lab } = bench;
  const namespace = `tenant-${name}`;
  const cluster = await bench.tenant(name).cluster();
  expect(cluster?.metadata.deletionTimestamp).toBeUndefined();
  expect(
    (await lab.client.get({ ...kinds.namespace, name: namespace }))?.metadata.deletionTimestamp,
  ).toBeUndefined();
  expect(
    bench
      .tenant(name)
      .vms()
      .map(({ running }) => running),
  ).toEqual([true]);
  const rules = await lab.client.list(
    { apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy' },
    { namespace },
  );
  expect(rules.length).toBeGreaterThan(0);
}

/** The Cluster and all below it, in the management cluster and in Proxmox. Addresses are held for a minute (CAPMOX). */
async function expectGone(bench: Bench, name: string): Promise<void> {
  const { lab } = bench;
  const tenant = bench.tenant(name);
  const gone = async (): Promise<boolean> => (await tenant.cluster()) === undefined;
  await until(`Cluster ${name} to go`, gone, { seconds: 300 }, tenant.explain);
  const empty = async (): Promise<boolean> => (await describeLeftovers(lab, name)).length === 0;
  await until(`the rest of ${name} to go`, empty, { seconds: 180, every: 2000 }, async () =>
    (await describeLeftovers(lab, name)).join('\n'),
  );
}
