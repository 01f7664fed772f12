import { EventEmitter } from 'node:events';
import { type Faults, noFaults } from './faults.ts';
import { readIso } from './iso.ts';
import { cloneConfig, createMachine, disksOf, type Machine, memoryMiB } from './machine.ts';
import { type Task, Tasks } from './tasks.ts';

/** A Proxmox host of the simulated site. */
export interface Host {
  readonly name: string;
  readonly address: string;
  readonly cores: number;
  readonly memoryGiB: number;
}

/** A VM template: the tags by which CAPMOX finds it. */
export interface Template {
  readonly id: number;
  readonly host: string;
  readonly name: string;
  readonly tags: readonly string[];
}

export interface SiteOptions {
  readonly hosts: readonly Host[];
  readonly templates: readonly Template[];
  /** Shared storage for disks. */
  readonly storage: string;
  /** Size of that storage in GB. Default 20000. */
  readonly storageGb?: number;
}

/** What cloud-init finds on the volume that CAPMOX attached. */
export interface CloudInitData {
  readonly userData: string;
  readonly metaData: string;
  readonly networkConfig: string;
}

interface Events {
  started: [Machine, CloudInitData | undefined];
  stopped: [Machine];
  deleted: [Machine];
}

/** What a caller asked for wrongly, in Proxmox VE's words. */
export class Refusal extends Error {
  readonly status: number;
  constructor(message: string, status = 500) {
    super(message);
    this.status = status;
  }
}

/** The simulated site: hosts, machines, storages and tasks, without HTTP. */
export class Site extends EventEmitter<Events> {
  readonly hosts: readonly Host[];
  readonly storage: string;
  readonly storageGb: number;
  readonly faults: Faults = noFaults();
  readonly tasks = new Tasks();
  readonly machines = new Map<number, Machine>();
  /** Uploaded ISO images by `HOST/NAME`: the storage `local` belongs to each host. */
  readonly images = new Map<string, Buffer>();

  constructor({ hosts, templates, storage, storageGb = 20_000 }: SiteOptions) {
    super();
    this.hosts = hosts;
    this.storage = storage;
    this.storageGb = storageGb;
    for (const { id, host, name, tags } of templates) {
      const config = {
        name,
        cores: '2',
        sockets: '1',
        memory: '2048',
        net0: 'virtio=BC:24:11:00:00:01,bridge=vmbr0',
        scsi0: `${storage}:base-${id}-disk-0,size=10G`,
        smbios1: `uuid=00000000-0000-4000-8000-${String(id).padStart(12, '0')}`,
        boot: 'order=scsi0',
        agent: '1',
        tags: tags.join(';'),
      };
      this.machines.set(id, createMachine(id, host, true, config));
    }
  }

  /** VMs without the templates. */
  get vms(): readonly Machine[] {
    return [...this.machines.values()].filter(({ template }) => !template);
  }

  lost(host: string): boolean {
    return this.faults.lostHosts.includes(host);
  }

  /** The machine on this host, or Proxmox VE's answer when there is none. */
  machine(host: string, id: number): Machine {
    const found = this.machines.get(id);
    if (found?.host !== host)
      throw new Refusal(`Configuration file 'nodes/${host}/qemu-server/${id}.conf' does not exist`);
    return found;
  }

  usedGb(): number {
    return [...this.machines.values()].flatMap(disksOf).reduce((sum, { sizeGb }) => sum + sizeGb, 0);
  }

  usedMemoryMiB(host: string): number {
    const there = this.vms.filter((machine) => machine.host === host);
    return there.reduce((sum, machine) => sum + memoryMiB(machine), 0);
  }

  clone(template: Machine, { id, name, target, storage }: CloneOptions): Task {
    if (this.machines.has(id)) throw new Refusal(`unable to create VM ${id}: config file already exists`);
    if (!this.hosts.some((host) => host.name === target))
      throw new Refusal(`no such cluster node '${target}'`, 400);
    const machine = createMachine(id, target, false, { name: `VM ${id}` });
    machine.lock = 'clone';
    this.machines.set(id, machine);
    const fails = this.faults.failingClones > 0;
    if (fails) this.faults.failingClones -= 1;
    const seconds = fails ? this.faults.cloneSeconds / 2 : this.faults.cloneSeconds;
    return this.tasks.start(template.host, 'qmclone', String(template.id), seconds, () => {
      const error = this.cloneError(fails, storage ?? this.storage, target);
      if (error !== undefined) {
        this.machines.delete(id); // Proxmox VE removes what a failed clone left
        return `clone failed: ${error}`;
      }
      for (const [key, value] of cloneConfig(template, id, name, storage)) machine.config.set(key, value);
      machine.lock = undefined;
      return undefined;
    });
  }

  private cloneError(fails: boolean, storage: string, target: string): string | undefined {
    if (fails) return 'copy interrupted: I/O error';
    if (this.lost(target)) return `host ${target} is gone`;
    if (this.faults.fullStorages.includes(storage)) return `no space left on storage '${storage}'`;
    return undefined;
  }

  start(machine: Machine): Task {
    this.unlocked(machine);
    return this.tasks.start(machine.host, 'qmstart', String(machine.id), 0.2, () => {
      if (machine.running) return `VM ${machine.id} already running`;
      machine.running = true;
      machine.agentFrom = Date.now() + this.faults.bootSeconds * 1000;
      const data = this.cloudInitOf(machine);
      machine.cloudInit = data === undefined ? 'none' : 'running';
      this.emit('started', machine, data);
      return undefined;
    });
  }

  stop(machine: Machine): Task {
    return this.tasks.start(machine.host, 'qmstop', String(machine.id), 0.2, () => {
      if (machine.running) this.emit('stopped', machine);
      machine.running = false;
      return undefined;
    });
  }

  delete(machine: Machine): Task {
    this.unlocked(machine);
    if (machine.running) throw new Refusal(`VM ${machine.id} is running - destroy failed`);
    return this.tasks.start(machine.host, 'qmdestroy', String(machine.id), 0.2, () => {
      this.machines.delete(machine.id);
      this.emit('deleted', machine);
      return undefined;
    });
  }

  unlocked({ id, lock }: Machine): void {
    if (lock !== undefined) throw new Refusal(`VM is locked (${lock}) VM ${id}`);
  }

  /** The data on the volume in ide0, where CAPMOX attaches it. */
  private cloudInitOf(machine: Machine): CloudInitData | undefined {
    const name = /^local:iso\/([^,]+)/.exec(machine.config.get('ide0') ?? '')?.[1];
    const image = name === undefined ? undefined : this.images.get(`${machine.host}/${name}`);
    if (image === undefined) return undefined;
    const files = readIso(image);
    const file = (key: string): string => files.get(key) ?? '';
    return {
      userData: file('user-data'),
      metaData: file('meta-data'),
      networkConfig: file('network-config'),
    };
  }
}

export interface CloneOptions {
  readonly id: number;
  readonly name: string;
  readonly target: string;
  readonly storage: string | undefined;
}
