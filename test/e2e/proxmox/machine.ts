import { randomBytes, randomUUID } from 'node:crypto';

/** What cloud-init inside a VM has got to; `none`: the VM has no such data or was never started. */
export type CloudInit = 'none' | 'running' | 'done' | 'error';

/** A VM or VM template, as its configuration file in Proxmox VE holds it. */
export interface Machine {
  readonly id: number;
  host: string;
  readonly template: boolean;
  running: boolean;
  /** Operation that holds the VM, as `clone`. */
  lock: string | undefined;
  /** Milliseconds since the epoch when the guest agent answers. */
  agentFrom: number;
  cloudInit: CloudInit;
  /** Keys and values as in `qm config`: name, cores, memory, net0, scsi0, tags and so on. */
  readonly config: Map<string, string>;
}

/** A disk as `qm config` prints it: where it is and how big. */
export interface Disk {
  readonly storage: string;
  readonly sizeGb: number;
}

export function createMachine(
  id: number,
  host: string,
  template: boolean,
  config: Readonly<Record<string, string>>,
): Machine {
  return {
    id,
    host,
    template,
    running: false,
    lock: undefined,
    agentFrom: 0,
    cloudInit: 'none',
    config: new Map(Object.entries(config)),
  };
}

/** What a clone gets from its template: everything but the identity. */
export function cloneConfig(
  template: Machine,
  id: number,
  name: string,
  storage: string | undefined,
): Map<string, string> {
  const config = new Map(template.config);
  config.set('name', name);
  config.set('smbios1', `uuid=${randomUUID()}`);
  for (const [key, value] of config) {
    if (isNetwork(key)) config.set(key, withAddress(value.replace(/=([0-9A-F]{2}:){5}[0-9A-F]{2}/i, '')));
    if (isDisk(key)) {
      const disk = diskOf(value);
      config.set(key, `${storage ?? disk.storage}:vm-${id}-disk-0,size=${disk.sizeGb}G`);
    }
  }
  return config;
}

/** Applies `qm set`: a network device without a MAC address gets one, an empty value removes the key. */
export function configure(machine: Machine, changes: Readonly<Record<string, unknown>>): void {
  for (const [key, value] of Object.entries(changes)) {
    const text = String(value);
    if (key === 'delete') for (const name of text.split(',')) machine.config.delete(name);
    else if (isNetwork(key)) machine.config.set(key, withAddress(text));
    else machine.config.set(key, text);
  }
}

/** Grows a disk to `size`, as `40G`. Proxmox VE cannot shrink one. */
export function resize(machine: Machine, key: string, size: string): string | undefined {
  const value = machine.config.get(key);
  if (value === undefined) return `disk '${key}' does not exist`;
  const wanted = Number.parseInt(size, 10);
  const { storage, sizeGb } = diskOf(value);
  if (wanted < sizeGb) return 'shrinking disks is not supported';
  machine.config.set(key, `${storage}:vm-${machine.id}-disk-0,size=${wanted}G`);
  return undefined;
}

export const isDisk = (key: string): boolean => /^(scsi|virtio|sata)\d+$/.test(key);
const isNetwork = (key: string): boolean => /^net\d+$/.test(key);

export function diskOf(value: string): Disk {
  const [volume = ''] = value.split(',');
  const size = /size=(\d+)G/.exec(value)?.[1];
  return { storage: volume.split(':')[0] ?? '', sizeGb: Number(size ?? 0) };
}

/** All disks of a machine. */
export function disksOf(machine: Machine): readonly Disk[] {
  return [...machine.config].filter(([key]) => isDisk(key)).map(([, value]) => diskOf(value));
}

/** `virtio,bridge=vmbr0,tag=20` as `virtio=MAC,bridge=vmbr0,tag=20`. */
function withAddress(value: string): string {
  const [model = 'virtio', ...rest] = value.split(',');
  if (model.includes('=')) return value;
  const tail = [...randomBytes(3)].map((byte) => byte.toString(16).padStart(2, '0').toUpperCase());
  return [`${model}=BC:24:11:${tail.join(':')}`, ...rest].join(',');
}

/** Tags of a machine in the order in which they were set. */
export function tagsOf(machine: Machine): readonly string[] {
  return (machine.config.get('tags') ?? '').split(';').filter((tag) => tag !== '');
}

export const memoryMiB = (machine: Machine): number => Number(machine.config.get('memory') ?? 512);
export const coresOf = (machine: Machine): number => Number(machine.config.get('cores') ?? 1);
