import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A cable from a network of the lab into the network namespace of a process. */
export interface Cable {
  /** Process whose network namespace gets the far end. */
  readonly pid: number;
  /** Name of the near end: at most 15 characters, unique in the lab. */
  readonly near: string;
  /** Name of the far end, such as `eth0`. */
  readonly far: string;
  /** Bridge that the near end is plugged into. */
  readonly bridge: string;
  /** Address with prefix, such as `10.30.0.10/24`; none: the far end stays without one. */
  readonly address: string | undefined;
  readonly gateway: string | undefined;
  readonly mac: string | undefined;
}

/** Network of the management cluster's pods. The lab itself is its first address; no site of the tests uses it. */
export const podNetwork = { bridge: 'pods', lab: '100.64.0.1', prefix: '100.64.0.1/16' } as const;

const ip = async (...words: readonly string[]): Promise<string> => (await run('ip', words)).stdout;

/** Networks of this lab by the name of their bridge: two machines may want the same one at once. */
const networks = new Map<string, Promise<void>>();

/** A network that the lab routes for: a bridge whose address is the gateway, with its prefix. */
export function network(bridge: string, gateway: string | undefined): Promise<void> {
  const known = networks.get(bridge) ?? createNetwork(bridge, gateway);
  networks.set(bridge, known);
  return known;
}

async function createNetwork(bridge: string, gateway: string | undefined): Promise<void> {
  const bridges = await ip('-o', 'link', 'show', 'type', 'bridge');
  if (bridges.includes(` ${bridge}:`)) return; // of a lab before this one, in the same namespaces
  await ip('link', 'add', bridge, 'type', 'bridge');
  if (gateway !== undefined) await ip('address', 'add', gateway, 'dev', bridge);
  await ip('link', 'set', bridge, 'up');
  writeFileSync('/proc/sys/net/ipv4/ip_forward', '1');
}

/** Plugs a process in; the cable goes with its network namespace. */
export async function plug({ pid, near, far, bridge, address, gateway, mac }: Cable): Promise<void> {
  const inside = (...words: readonly string[]): Promise<unknown> =>
    run('nsenter', ['--target', String(pid), '--net', 'ip', ...words]);
  await ip('link', 'add', near, 'type', 'veth', 'peer', 'name', far, 'netns', String(pid));
  await ip('link', 'set', near, 'master', bridge, 'up');
  if (mac !== undefined) await inside('link', 'set', far, 'address', mac);
  if (address !== undefined) await inside('address', 'add', address, 'dev', far);
  await inside('link', 'set', far, 'up');
  if (gateway !== undefined) await inside('route', 'add', 'default', 'via', gateway);
}
