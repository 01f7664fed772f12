import type { Lab } from '../lab/lab.ts';
import { condition, type KubeObject, mapAt, numberAt, textAt } from '../lab/object.ts';
import { kinds } from '../lab/stand-in/kinds.ts';
import { until } from '../lab/wait.ts';
import { disksOf, type Machine, memoryMiB, coresOf, tagsOf } from '../proxmox/machine.ts';

/** What a scenario looks at: one tenant in a lab. */
export interface TenantView {
  cluster(): Promise<KubeObject | undefined>;
  machineDeployment(pool: string): Promise<KubeObject>;
  machines(pool?: string): Promise<readonly KubeObject[]>;
  /** Names of the tenant's VMs in the simulator, or of one pool's. */
  vms(pool?: string): readonly Machine[];
  /** Waits until Cluster API calls the Cluster available and each pool has all its machines up to date. */
  ready(seconds?: number): Promise<void>;
  /** Conditions that are not as they should be, for messages. */
  readonly explain: () => Promise<string>;
}

export function viewTenant(lab: Lab, name: string): TenantView {
  const namespace = `tenant-${name}`;
  const cluster = (): Promise<KubeObject | undefined> =>
    lab.client.get({ ...kinds.cluster, name, namespace });
  const list = (kind: (typeof kinds)[keyof typeof kinds], pool?: string): Promise<readonly KubeObject[]> => {
    const labels = pool === undefined ? undefined : `topology.cluster.x-k8s.io/deployment-name=${pool}`;
    return lab.client.list(kind, { namespace, labels });
  };
  const explain = (): Promise<string> => explainTenant(lab, name);
  return {
    cluster,
    machineDeployment: async (pool) => {
      const [found] = await list(kinds.machineDeployment, pool);
      if (found === undefined) throw new Error(`no MachineDeployment of pool ${pool}`);
      return found;
    },
    machines: (pool) => list(kinds.machine, pool),
    vms: (pool) => lab.proxmox.site.vms.filter((vm) => belongs(vm, name, pool)),
    ready: async (seconds = 240) => {
      const look = async (): Promise<boolean> => {
        const found = await cluster();
        const deployments = await list(kinds.machineDeployment);
        return (
          condition(found, 'Available')?.status === 'True' && upToDate(found) && deployments.every(settled)
        );
      };
      await until(`tenant ${name} to be ready`, look, { seconds }, explain);
    },
    explain,
  };
}

function belongs(vm: Machine, tenant: string, pool?: string): boolean {
  const vmName = vm.config.get('name') ?? '';
  return vmName.startsWith(pool === undefined ? `${tenant}-` : `${tenant}-${pool}-`);
}

/** The topology controller has seen the last change, and nothing waits to roll. */
function upToDate(cluster: KubeObject | undefined): boolean {
  const observed = numberAt(cluster, 'status.observedGeneration') === cluster?.metadata.generation;
  return observed && condition(cluster, 'TopologyReconciled')?.status === 'True';
}

function settled(deployment: KubeObject): boolean {
  const wanted = numberAt(deployment, 'spec.replicas') ?? 1;
  const status = mapAt(deployment, 'status');
  const counts = ['replicas', 'upToDateReplicas', 'availableReplicas'].map((key) => status[key] ?? 0);
  const observed = numberAt(deployment, 'status.observedGeneration') === deployment.metadata.generation;
  return observed && counts.every((count) => count === wanted);
}

async function explainTenant(lab: Lab, name: string): Promise<string> {
  const namespace = `tenant-${name}`;
  const lines: string[] = [];
  const cluster = await lab.client.get({ ...kinds.cluster, name, namespace });
  for (const type of ['Available', 'TopologyReconciled', 'Deleting']) {
    const found = condition(cluster, type);
    if (found !== undefined) lines.push(`Cluster ${type}=${found.status} ${found.reason} ${found.message}`);
  }
  for (const machine of await lab.client.list(kinds.machine, { namespace })) {
    lines.push(`Machine ${machine.metadata.name} ${textAt(machine, 'status.phase')}`);
  }
  for (const machine of await lab.client.list(kinds.proxmoxMachine, { namespace })) {
    const state = condition(machine, 'VirtualMachineProvisioned');
    lines.push(`ProxmoxMachine ${machine.metadata.name} ${state?.reason ?? ''} ${state?.message ?? ''}`);
  }
  const vms = lab.proxmox.site.vms.map((vm) => `${vm.config.get('name') ?? ''} ${vm.cloudInit}`);
  lines.push(`VMs: ${vms.join(', ')}`, ...lab.workers.failures.map((failure) => `join failed: ${failure}`));
  lines.push(...lab.loops.flatMap((loop) => loop.errors.slice(-2).map((error) => `${loop.name}: ${error}`)));
  return lines.join('\n');
}

/** What a VM is made of, for comparing with what its file asked for. */
export function describeVm(vm: Machine): Readonly<Record<string, unknown>> {
  return {
    cores: coresOf(vm),
    sockets: Number(vm.config.get('sockets')),
    memoryMiB: memoryMiB(vm),
    diskGb: disksOf(vm)[0]?.sizeGb,
    storage: disksOf(vm)[0]?.storage,
    bridge: /bridge=([^,]+)/.exec(vm.config.get('net0') ?? '')?.[1],
    vlan: Number(/tag=(\d+)/.exec(vm.config.get('net0') ?? '')?.[1]),
    running: vm.running,
  };
}

/** The address that CAPMOX gave a VM, from the tag in which it keeps it. */
export const addressOf = (vm: Machine): string =>
  tagsOf(vm)
    .find((tag) => tag.startsWith('ip_net0_'))
    ?.replace('ip_net0_', '') ?? '';
