import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Machine as Vm } from '../../proxmox/machine.ts';
import type { CloudInitData } from '../../proxmox/site.ts';
import { binary } from '../build.ts';
import { kubeadm, kubelet } from '../components.ts';
import { type Program, start } from '../program.ts';
import { alive } from '../state.ts';
import { until } from '../wait.ts';
import { cgroupName, makeCgroup, removeCgroup } from './cgroup.ts';
import { type Card, type Instance, readInstance, runUserData } from './cloud-init.ts';
import { network, plug, podNetwork } from './network.ts';

/** A machine that runs: what a VM of the simulated Proxmox VE is here. */
export interface RunningMachine {
  readonly hostname: string;
  /** Its first process, as this machine counts them. */
  readonly pid: number;
  /** Does what its cloud-init data says. Throws with the output when joining fails. */
  join(): Promise<void>;
  /** The power goes off: every process of it ends at once. Its disk is gone with it. */
  stop(): Promise<void>;
}

const boot = fileURLToPath(new URL('boot.sh', import.meta.url));

/** Powers a VM on: namespaces, network cards, a root of its own, containerd. `dir` is the lab's state folder. */
export async function bootMachine(
  vm: Vm,
  data: CloudInitData,
  dir: string,
  registryPort: number,
): Promise<RunningMachine> {
  const instance = readInstance(data);
  const state = join(dir, 'machines', String(vm.id));
  const cgroup = cgroupName(vm.id);
  rmSync(state, { recursive: true, force: true });
  mkdirSync(state, { recursive: true });
  makeCgroup(cgroup);
  writeFileSync(join(state, 'kubelet.yaml'), kubeletConfig(cgroup));
  writeFileSync(
    join(state, 'resolv.conf'),
    instance.nameservers.map((one) => `nameserver ${one}\n`).join(''),
  );
  const program = start({
    name: `machine-${instance.hostname}`,
    dir,
    file: 'unshare',
    args: [
      ...['--net', '--mount', '--uts', '--ipc', '--pid', '--fork', '--kill-child'],
      ...['sh', boot, state, instance.hostname, `${podNetwork.lab}:${String(registryPort)}`],
      ...[binary(kubelet), binary(kubeadm)],
    ],
  });
  const off = async (pid?: number): Promise<void> => {
    await program.kill();
    if (pid !== undefined)
      await until('the machine to be off', () => !alive(pid), { seconds: 30, every: 100 });
    removeCgroup(cgroup);
    rmSync(state, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const pid = await firstProcess(program);
    await plugCards(vm, instance, pid);
    await until('the machine to boot', () => booted(program, pid), { seconds: 60, every: 200 });
    return { hostname: instance.hostname, pid, join: () => runUserData(data, pid), stop: () => off(pid) };
  } catch (error) {
    await off();
    throw error;
  }
}

/** The process that `unshare` forked: it is the first of the new process namespace. */
async function firstProcess({ pid }: Program): Promise<number> {
  const children = `/proc/${String(pid)}/task/${String(pid)}/children`;
  return until(
    'the namespaces of a machine',
    () => Number(readFileSync(children, 'utf8').trim()) || undefined,
    {
      seconds: 20,
      every: 50,
    },
  );
}

/** Each card goes to the bridge and VLAN that the VM's configuration names. */
async function plugCards(vm: Vm, { cards }: Instance, pid: number): Promise<void> {
  for (const [index, card] of cards.entries()) {
    const config = vm.config.get(`net${String(index)}`) ?? '';
    const bridge = `${/bridge=(\w+)/.exec(config)?.[1] ?? 'vmbr0'}.${/tag=(\d+)/.exec(config)?.[1] ?? '0'}`;
    await network(bridge, routerAddress(card));
    await plug({
      pid,
      near: `vm${String(vm.id)}.${String(index)}`,
      far: card.name,
      bridge,
      address: card.addresses[0],
      gateway: card.gateway,
      mac: /=((?:[0-9A-F]{2}:){5}[0-9A-F]{2})/i.exec(config)?.[1],
    });
  }
}

/** The lab is the router of each network: it has the gateway's address. */
function routerAddress({ addresses, gateway }: Card): string | undefined {
  const prefix = addresses[0]?.split('/')[1] ?? '24';
  return gateway === undefined ? undefined : `${gateway}/${prefix}`;
}

function booted(program: Program, pid: number): boolean {
  if (!program.running()) throw new Error(`a machine did not boot: ${program.tail()}`);
  readFileSync(`/proc/${String(pid)}/root/run/booted`);
  return true;
}

/** What a machine's kubelet has for itself beside the cluster's configuration. */
function kubeletConfig(cgroup: string): string {
  return [
    'apiVersion: kubelet.config.k8s.io/v1beta1',
    'kind: KubeletConfiguration',
    'failCgroupV1: false',
    'failSwapOn: false',
    'cgroupDriver: cgroupfs', // no systemd runs inside
    `cgroupRoot: /${cgroup}`, // kubelets remove pods' groups that they do not know
    'resolvConf: /etc/resolv.conf',
    'imageMinimumGCAge: 24h',
    'evictionHard: {nodefs.available: "0%", nodefs.inodesFree: "0%", imagefs.available: "0%"}',
    '',
  ].join('\n');
}
