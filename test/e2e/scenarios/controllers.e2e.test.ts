import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { partsOf } from '../lab/lab.ts';
import type { Manager } from '../lab/manager.ts';
import { kinds } from '../lab/stand-in/kinds.ts';
import { pause, until } from '../lab/wait.ts';
import { endState } from './end-state.ts';
import { type Machine, tagsOf } from '../proxmox/machine.ts';
import { type Bench, startBench } from './lab.ts';
import { untilGone } from './leftovers.ts';
import { tenantText } from './tenants.ts';

const parts = partsOf();
const controllers: readonly (readonly [string, boolean])[] = [
  ['capi-core', true],
  ['capi-kubeadm-bootstrap', true],
  ['ipam-in-cluster', true],
  ['capmox', true],
  ['kamaji-provider', parts.kamajiProvider === 'real'],
  ['kamaji', parts.kamaji === 'real'],
];
const pools = ['general: {size: small, nodes: 2}'];

describe('a controller is killed and started again', () => {
  let bench: Bench;
  let undisturbed: unknown;

  beforeAll(async () => {
    bench = await startBench();
    bench.fleet.write('calm', tenantText({ number: 1, pools }));
    await bench.deliver();
    await bench.tenant('calm').ready(400);
    undisturbed = await settledState(bench, 'calm');
  });
  afterAll(() => bench.stop());

  for (const [index, [controller, real]] of controllers.entries()) {
    const name = `hit-${index + 1}`;
    (real ? test : test.skip)(
      `${controller}, at three moments while a tenant is made: the end is that of an undisturbed run`,
      async () => {
        const tenant = bench.tenant(name);
        const manager = managerOf(bench, controller);
        bench.fleet.write(name, tenantText({ number: index + 2, pools }));
        await bench.deliver();
        await manager.restart();
        await until('a clone', () => tenant.vms().length > 0, { seconds: 200 }, tenant.explain);
        await manager.restart();
        const boots = (): boolean => tenant.vms().some(({ running }) => running);
        await until('a VM that runs', boots, { seconds: 200 }, tenant.explain);
        await manager.restart();
        await tenant.ready(400);
        if (controller === 'capmox') removeForgottenClones(bench, name);
        const same = async (): Promise<boolean> =>
          JSON.stringify(await endState(bench.lab, name, 'general')) === JSON.stringify(undisturbed);
        await until('the same end', same, { seconds: 60, every: 2000 }).catch(() => undefined);
        expect(await endState(bench.lab, name, 'general')).toEqual(undisturbed);
      },
    );
  }

  test('each of them while a tenant is deleted: nothing is left', async () => {
    const made = controllers.flatMap(([controller, real], index) =>
      real ? [{ controller, name: `hit-${index + 1}` }] : [],
    );
    for (const { controller, name } of made) {
      bench.fleet.remove(name);
      const cluster = { ...kinds.cluster, name, namespace: `tenant-${name}` };
      const asked = (): Promise<boolean> => bench.lab.client.remove(cluster); // again while core's webhook is down
      await until(`${name} to be asked to go`, asked, { seconds: 60 });
      await pause(1500);
      await managerOf(bench, controller).restart();
    }
    for (const { name } of made) await untilGone(bench, name);
    expect(await endState(bench.lab, 'calm', 'general')).toEqual(undisturbed);
  });
});

/**
 * CAPMOX v0.9.0 asks for a clone and stores the VM's id when its pass ends (internal/service/vmservice/vm.go): killed in
 * between, it clones again under another id. The first clone, never configured nor started, is nobody's: it is named
 * here, and removed as an operator has to.
 */
function removeForgottenClones(bench: Bench, name: string): void {
  const vms = bench.tenant(name).vms();
  const nameOf = (vm: Machine): string => vm.config.get('name') ?? '';
  const used = new Set(vms.filter(({ running }) => running).map(nameOf));
  const isForgotten = (vm: Machine): boolean =>
    !vm.running && vm.cloudInit === 'none' && !tagsOf(vm).includes('kaas') && used.has(nameOf(vm));
  for (const vm of vms.filter(isForgotten)) {
    process.stderr.write(`  CAPMOX forgot a clone when it was killed: VM ${vm.id} ${nameOf(vm)}\n`);
    bench.lab.proxmox.site.machines.delete(vm.id);
  }
}

function managerOf({ lab }: Bench, name: string): Manager {
  const found = lab.managers.find((manager) => manager.name === name);
  if (found === undefined) throw new Error(`no controller ${name} runs`);
  return found;
}

/** Conditions follow a moment after a tenant is ready: the state that two looks ten seconds apart agree on. */
async function settledState({ lab }: Bench, name: string): Promise<unknown> {
  let before: unknown;
  return until(
    `${name} to settle`,
    async () => {
      const now = await endState(lab, name, 'general');
      const same = JSON.stringify(now) === JSON.stringify(before);
      before = now;
      return same ? now : undefined;
    },
    { seconds: 120, every: 10_000 },
  );
}
