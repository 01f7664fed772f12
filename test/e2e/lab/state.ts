import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from './build.ts';
import type { Parts } from './lab.ts';

/** What is known of the lab that runs. */
export interface LabState {
  readonly pid: number;
  readonly pageUrl: string;
  readonly kubeconfig: string;
  readonly parts: Parts;
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
