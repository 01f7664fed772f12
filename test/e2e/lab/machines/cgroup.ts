import { existsSync, mkdirSync, readdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const mountPoint = '/sys/fs/cgroup';

/** Name of a machine's group: the lab's own process, then the VM's id. */
export const cgroupName = (vm: number): string => `kaas-lab-${String(process.pid)}-${String(vm)}`;

/** Removes the groups that labs left which were killed. */
export function removeStaleCgroups(): void {
  const parents = new Set(cgroupFolders('x').map((folder) => dirname(folder)));
  const names = [...parents].flatMap((parent) => readdirSync(parent));
  for (const name of new Set(names)) {
    const pid = /^kaas-lab-(\d+)-\d+$/.exec(name)?.[1];
    if (pid !== undefined && !existsSync(`/proc/${pid}`)) removeCgroup(name);
  }
}

/** Where a control group of this name is: one folder in cgroup v2, one for each hierarchy in v1. */
function cgroupFolders(name: string): readonly string[] {
  if (existsSync(join(mountPoint, 'cgroup.controllers'))) return [join(mountPoint, name)];
  return readdirSync(mountPoint).map((hierarchy) => join(mountPoint, hierarchy, name));
}

/** A group below which one machine's pods are. */
export function makeCgroup(name: string): void {
  for (const folder of cgroupFolders(name)) mkdirSync(folder, { recursive: true });
  const controllers = join(mountPoint, name, 'cgroup.subtree_control');
  if (existsSync(controllers)) writeFileSync(controllers, '+cpu +cpuset +memory +pids +io');
}

/** Removes a group and those below it, once no process is in any of them. */
export function removeCgroup(name: string): void {
  for (const folder of cgroupFolders(name)) removeFolder(folder);
}

function removeFolder(folder: string): void {
  if (!existsSync(folder)) return;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) removeFolder(join(folder, entry.name));
  }
  rmdirSync(folder);
}
