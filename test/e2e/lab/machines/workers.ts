import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Machine } from '../../proxmox/machine.ts';
import type { CloudInitData, Site } from '../../proxmox/site.ts';
import type { Workers } from '../stand-in/workers.ts';
import { removeStaleCgroups } from './cgroup.ts';
import { packImage } from './images.ts';
import { bootMachine, type RunningMachine } from './machine.ts';
import { labImages } from './programs.ts';
import { startRegistry } from './registry.ts';

/** Machines that run, by the id of their VM. */
export interface Machines extends Workers {
  readonly running: ReadonlyMap<number, RunningMachine>;
  /** Images that a machine asked for and that the lab does not have. */
  readonly missingImages: () => readonly string[];
}

/**
 * Turns each VM that the simulator starts into a machine of namespaces with containerd, which does what its
 * cloud-init data says: kubeadm join and a real kubelet. `dir` is the lab's state folder.
 */
export async function startMachines(site: Site, dir: string): Promise<Machines> {
  removeStaleCgroups();
  const imagesFolder = join(dir, 'images');
  mkdirSync(imagesFolder, { recursive: true });
  const images = await Promise.all((await labImages()).map((image) => packImage(image, imagesFolder)));
  const registry = await startRegistry(images);
  const running = new Map<number, RunningMachine>();
  const failures: string[] = [];
  const work = new Set<Promise<void>>();
  const later = (task: Promise<void>): void => {
    work.add(task);
    void task.finally(() => work.delete(task));
  };
  const started = (vm: Machine, data: CloudInitData | undefined): void => {
    if (data === undefined || running.has(vm.id)) return;
    later(
      powerOn(vm, data).catch((error: unknown) => {
        vm.cloudInit = 'error';
        failures.push(
          `${vm.config.get('name') ?? ''}: ${error instanceof Error ? error.message : String(error)}`,
        );
      }),
    );
  };
  const powerOn = async (vm: Machine, data: CloudInitData): Promise<void> => {
    const machine = await bootMachine(vm, data, dir, registry.port);
    running.set(vm.id, machine);
    await machine.join();
    vm.cloudInit = 'done';
  };
  const powerOff = (vm: Machine): void => {
    const machine = running.get(vm.id);
    running.delete(vm.id);
    if (machine !== undefined) later(machine.stop());
  };
  site.on('started', started);
  site.on('stopped', powerOff);
  site.on('deleted', powerOff);
  return {
    failures,
    running,
    missingImages: () => [...registry.missing],
    stop: async () => {
      site.off('started', started);
      site.off('stopped', powerOff);
      site.off('deleted', powerOff);
      await Promise.all([...running.values()].map((machine) => machine.stop()));
      await Promise.all(work);
      await registry.stop();
    },
  };
}
