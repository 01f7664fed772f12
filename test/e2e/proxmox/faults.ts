/** What is wrong with the simulated site now. Everything can be changed while it runs. */
export interface Faults {
  /** Seconds that a clone takes. Default 0.5; a full clone of a real 40 GB disk takes minutes. */
  cloneSeconds: number;
  /** Seconds from start until the guest agent answers. Default 1. */
  bootSeconds: number;
  /** How many of the next clones fail half-way: the task ends with an error and the half-made VM is removed. */
  failingClones: number;
  /** How many of the next API requests are answered with status 500. */
  failingRequests: number;
  /** Hosts that do not answer; their VMs do not run. */
  lostHosts: string[];
  /** Storages without room for another disk. */
  fullStorages: string[];
}

export const noFaults = (): Faults => ({
  cloneSeconds: 0.5,
  bootSeconds: 1,
  failingClones: 0,
  failingRequests: 0,
  lostHosts: [],
  fullStorages: [],
});

/** Takes over the known fields of `changes`; returns the names of unknown or mistyped ones. */
export function changeFaults(faults: Faults, changes: Readonly<Record<string, unknown>>): readonly string[] {
  const refused: string[] = [];
  for (const [key, value] of Object.entries(changes)) {
    if (!Object.hasOwn(faults, key)) refused.push(key);
    else if (sameShape(faults[key as keyof Faults], value)) Object.assign(faults, { [key]: value });
    else refused.push(key);
  }
  return refused;
}

function sameShape(present: unknown, value: unknown): boolean {
  if (!Array.isArray(present)) return typeof value === 'number' && value >= 0;
  return Array.isArray(value) && value.every((entry) => typeof entry === 'string');
}
