import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Machine } from '../../proxmox/machine.ts';
import type { CloudInitData, Site } from '../../proxmox/site.ts';
import type { Workers } from '../stand-in/workers.ts';
import { removeStaleCgroups } from './cgroup.ts';
import { packImage, type PackedImage } from './images.ts';
import { bootMachine, type RunningMachine } from './machine.ts';
import { labImages } from './programs.ts';
import { startRegistry } from './registry.ts';

/**
 * Turns each VM that the simulator starts into a machine of namespaces with containerd, which does what its
 * cloud-init data says: kubeadm join and a real kubelet. `dir` is the lab's state folder.
 */
export async function startMachines(site: Site, dir: string): Promise<Workers> {
  removeStaleCgroups();
  const failures: string[] = [];
  const registry = await startRegistry(await packedImages(join(dir, 'images')), (image) => {
    failures.push(`the lab has no image ${image}`);
  });
  const machines = new Map<number, Promise<RunningMachine>>();
  const work = new Set<Promise<void>>();
  const later = (task: Promise<void>): void => {
    work.add(task);
    void task.finally(() => work.delete(task));
  };
  const powerOn = (vm: Machine, data: CloudInitData | undefined): void => {
    if (data === undefined || machines.has(vm.id)) return;
    const machine = bootMachine(vm, data, dir, registry.port);
    machines.set(vm.id, machine);
    later(
      joinOf(machine).then(
        () => {
          vm.cloudInit = 'done';
        },
        (error: unknown) => {
          vm.cloudInit = 'error';
          failures.push(`${vm.config.get('name') ?? ''}: ${messageOf(error)}`);
        },
      ),
    );
  };
  const powerOff = ({ id }: Machine): void => {
    const machine = machines.get(id);
    machines.delete(id);
    if (machine !== undefined) later(stopOf(machine));
  };
  site.on('started', powerOn);
  site.on('stopped', powerOff);
  site.on('deleted', powerOff);
  return {
    failures,
    stop: async () => {
      site.off('started', powerOn);
      site.off('stopped', powerOff);
      site.off('deleted', powerOff);
      await Promise.all([...machines.values()].map(stopOf));
      await Promise.all(work);
      await registry.stop();
    },
  };
}

async function packedImages(folder: string): Promise<readonly PackedImage[]> {
  mkdirSync(folder, { recursive: true });
  return Promise.all((await labImages()).map((image) => packImage(image, folder)));
}

const joinOf = async (machine: Promise<RunningMachine>): Promise<void> => (await machine).join();

/** One that did not boot has ended by itself. */
const stopOf = (machine: Promise<RunningMachine>): Promise<void> =>
  machine.then(
    (running) => running.stop(),
    () => undefined,
  );

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
