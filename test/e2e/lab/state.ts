import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from './build.ts';
import type { Parts } from './lab.ts';

/** What is known of the lab that runs. */
export interface LabState {
  readonly pid: number;
  /** Process group of all its programs. */
  readonly group: number;
  readonly pageUrl: string;
  /** For this machine. */
  readonly kubeconfig: string;
  /** For programs in the lab's own network, where VIPs answer; undefined if it has none. */
  readonly kubeconfigInside: string | undefined;
  readonly parts: Parts;
}

/** Port of the page if it is free: easy to remember, and not the port of a real Proxmox VE. */
export const pagePort = 18_006;

/** Where a lab in namespaces of its own is reached from outside: a port there, a UNIX socket for the lab to serve. */
export interface Gate {
  readonly page: Door;
  readonly api: Door;
}

interface Door {
  readonly port: number;
  readonly path: string;
}

/** Undefined for a lab in the namespaces of this machine. */
export function gateOfThisProcess(): Gate | undefined {
  const text = process.env['KAAS_LAB_GATE'];
  return text === undefined ? undefined : (JSON.parse(text) as Gate);
}

/** State folder of `npm run lab`. */
export const stateFolder = (): string => join(cacheFolder(), 'lab');

const stateFile = (): string => join(stateFolder(), 'lab.json');

/** The lab that runs, if one does; a state left by a lab that died is no lab. */
export function runningLab(): LabState | undefined {
  if (!existsSync(stateFile())) return undefined;
  const state = JSON.parse(readFileSync(stateFile(), 'utf8')) as LabState;
  return alive(state.pid) ? state : undefined;
}

export function saveState(state: LabState): void {
  mkdirSync(stateFolder(), { recursive: true });
  writeFileSync(stateFile(), JSON.stringify(state, undefined, 2));
}

/** Data, certificates and logs of the last lab. */
export function clearState(): void {
  rmSync(stateFolder(), { recursive: true, force: true });
}

export function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
