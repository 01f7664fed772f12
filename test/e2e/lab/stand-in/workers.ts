import type { CloudInitData, Site } from '../../proxmox/site.ts';
import { coresOf, disksOf, type Machine, memoryMiB, tagsOf } from '../../proxmox/machine.ts';
import type { KubeClient } from '../client.ts';
import { type KubeObject, listAt, mapAt, referenceTo, textAt } from '../object.ts';
import { until } from '../wait.ts';
import { workloadOf } from '../workload.ts';
import { type JoinPlan, joinPlan } from './cloud-config.ts';
import { kinds } from './kinds.ts';
import { refusedLabels } from './kubelet-labels.ts';

/** Joins that failed, newest last: machine name and why, as the log of a kubelet would say. */
export interface Workers {
  readonly failures: readonly string[];
  stop(): Promise<void>;
}

/**
 * Plays the machines: when a VM starts, what its cloud-init data would make of it becomes a Node in the tenant's API,
 * with the provider id, labels and taints of that data, and turns Ready. No kubelet runs and no pod does.
 */
export function startWorkers(client: KubeClient, site: Site): Workers {
  const failures: string[] = [];
  const nodes = new Map<number, Joined>();
  const started = (machine: Machine, data: CloudInitData | undefined): void => {
    if (data === undefined) return;
    join(client, machine, data).then(
      (joined) => {
        machine.cloudInit = 'done';
        nodes.set(machine.id, joined);
      },
      (error: unknown) => {
        machine.cloudInit = 'error';
        failures.push(
          `${machine.config.get('name') ?? ''}: ${error instanceof Error ? error.message : String(error)}`,
        );
      },
    );
  };
  const stopped = (machine: Machine): void => {
    const joined = nodes.get(machine.id);
    nodes.delete(machine.id);
    if (joined !== undefined) void report(joined, 'Unknown').catch(() => undefined); // the Node may be gone already
  };
  site.on('started', started);
  site.on('stopped', stopped);
  return {
    failures,
    stop: () => {
      site.off('started', started);
      site.off('stopped', stopped);
      return Promise.resolve();
    },
  };
}

/** A Node that joined and the API of its tenant. */
interface Joined {
  readonly tenant: KubeClient;
  readonly node: KubeObject;
}

async function join(client: KubeClient, machine: Machine, data: CloudInitData): Promise<Joined> {
  const plan = joinPlan(data);
  const refused = refusedLabels(Object.keys(plan.labels));
  if (refused.length > 0) {
    throw new Error(
      `unknown 'kubernetes.io' or 'k8s.io' labels specified with --node-labels: [${refused.join(' ')}]`,
    );
  }
  const tenant = await until(`the API of ${plan.endpoint}`, () => tenantOf(client, plan.endpoint), {
    seconds: 60,
  });
  await checkToken(tenant, plan);
  const node = await tenant.apply(nodeOf(machine, plan), { manager: 'kubelet' });
  const joined = { tenant, node };
  await report(joined, 'True', machine, plan);
  await untaint(joined);
  return joined;
}

/** The API server taints each new Node as not ready; a tenant's controller-manager, which does not run, takes it off. */
async function untaint({ tenant, node }: Joined): Promise<void> {
  const live = await tenant.get(referenceTo(node));
  const taints = listAt(live, 'spec.taints').filter(
    (taint) => textAt(taint, 'key') !== 'node.kubernetes.io/not-ready',
  );
  await tenant.patch(referenceTo(node), { type: 'merge', value: { spec: { taints } } });
}

/** A client of the tenant whose control plane has this endpoint, by the Secret that Cluster API uses. */
async function tenantOf(client: KubeClient, endpoint: string): Promise<KubeClient | undefined> {
  const [host, port] = endpoint.split(':');
  const clusters = await client.list(kinds.cluster);
  const cluster = clusters.find((candidate) => {
    const known = mapAt(candidate, 'spec.controlPlaneEndpoint');
    return known['host'] === host && String(known['port']) === port;
  });
  return cluster === undefined ? undefined : workloadOf(client, cluster);
}

/** Like a kubelet's TLS bootstrap: a token that the tenant does not know joins nothing. */
async function checkToken(tenant: KubeClient, { token }: JoinPlan): Promise<void> {
  const [id = ''] = token.split('.');
  const secret = await tenant.get({
    ...kinds.secret,
    name: `bootstrap-token-${id}`,
    namespace: 'kube-system',
  });
  const known = Buffer.from(textAt(secret, 'data.token-secret'), 'base64').toString('utf8');
  if (`${id}.${known}` !== token)
    throw new Error("couldn't validate the identity of the API Server: token is not known");
}

function nodeOf(machine: Machine, { hostname, providerId, labels, taints }: JoinPlan): KubeObject {
  const standard = {
    'kubernetes.io/hostname': hostname,
    'kubernetes.io/os': 'linux',
    'kubernetes.io/arch': 'amd64',
    'beta.kubernetes.io/os': 'linux',
    'beta.kubernetes.io/arch': 'amd64',
  };
  return {
    ...kinds.node,
    metadata: {
      name: hostname,
      labels: { ...standard, ...labels },
      annotations: { 'lab/vm': String(machine.id) },
    },
    spec: { providerID: providerId, ...(taints.length > 0 ? { taints } : {}) },
  };
}

async function report(
  { tenant, node }: Joined,
  ready: 'True' | 'Unknown',
  machine?: Machine,
  plan?: JoinPlan,
): Promise<void> {
  const now = new Date().toISOString();
  const condition = (type: string, status: string): unknown => ({
    type,
    status,
    reason: status === 'Unknown' ? 'NodeStatusUnknown' : 'KubeletReady',
    message: 'lab stand-in: no kubelet runs',
    lastHeartbeatTime: now,
    lastTransitionTime: now,
  });
  const facts = machine === undefined || plan === undefined ? {} : factsOf(machine, plan);
  const pressure = ready === 'True' ? 'False' : 'Unknown';
  const conditions = [
    condition('Ready', ready),
    ...['MemoryPressure', 'DiskPressure', 'PIDPressure'].map((type) => condition(type, pressure)),
  ];
  const value = { status: { ...facts, conditions } };
  await tenant.patch(referenceTo(node), { type: 'merge', value }, 'status');
}

function factsOf(machine: Machine, { hostname, address }: JoinPlan): Readonly<Record<string, unknown>> {
  const capacity = {
    cpu: String(coresOf(machine)),
    memory: `${memoryMiB(machine)}Mi`,
    'ephemeral-storage': `${disksOf(machine)[0]?.sizeGb ?? 0}Gi`,
    pods: '110',
  };
  const version =
    tagsOf(machine)
      .find((tag) => tag.startsWith('k8s-'))
      ?.slice('k8s-'.length) ?? 'v0.0.0';
  const uuid = /uuid=(.+)/.exec(machine.config.get('smbios1') ?? '')?.[1] ?? '';
  return {
    capacity,
    allocatable: capacity,
    addresses: [
      { type: 'Hostname', address: hostname },
      { type: 'InternalIP', address },
    ],
    nodeInfo: {
      machineID: uuid,
      systemUUID: uuid,
      bootID: uuid,
      kernelVersion: '0.0.0-simulated',
      osImage: 'simulated (no kubelet)',
      containerRuntimeVersion: 'none://0.0.0',
      kubeletVersion: version,
      kubeProxyVersion: '',
      operatingSystem: 'linux',
      architecture: 'amd64',
    },
  };
}
