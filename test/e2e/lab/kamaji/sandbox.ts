import { plug, podNetwork } from '../machines/network.ts';
import { type Program, start } from '../program.ts';

/** What the containers of one pod share: a network namespace with an address in the pods' network. */
export interface Sandbox {
  readonly pid: number;
  readonly address: string;
  stop(): Promise<void>;
}

let made = 0;

/** Addresses are not used twice in one lab. */
export async function startSandbox(pod: string, dir: string): Promise<Sandbox> {
  made += 1;
  const number = made + 1; // the lab itself has the first one
  const address = `100.64.${String(Math.floor(number / 256))}.${String(number % 256)}`;
  const program: Program = start({
    name: `sandbox-${pod}`,
    dir,
    file: 'unshare',
    args: ['--net', '--uts', 'sh', '-c', 'ip link set lo up && exec sleep infinity'],
  });
  await plug({
    pid: program.pid,
    near: `pod${String(made)}`,
    far: 'eth0',
    bridge: podNetwork.bridge,
    address: `${address}/16`,
    gateway: podNetwork.lab,
    mac: undefined,
  });
  return { pid: program.pid, address, stop: () => program.kill() };
}
