import type { KubeClient } from '../lab/client.ts';
import { at, type KubeObject, numberAt, textAt } from '../lab/object.ts';
import { pause } from '../lab/wait.ts';
import type { EtcdCluster } from './etcd-cluster.ts';
import { type JobSpec, type Outcome, runJob } from './job.ts';
import type { World } from './pod.ts';
import type { TenantApi } from './tenant-api.ts';

/** What the controllers of a management cluster would act on. */
export interface Actors {
  readonly client: KubeClient;
  /** Namespace of the backup's jobs. */
  readonly namespace: string;
  /** The etcd whose StatefulSet is played, if there is one. */
  readonly cluster?: EtcdCluster;
  readonly world: World;
  /** API server by name of the tenant. */
  readonly tenants: Readonly<Record<string, TenantApi>>;
}

/**
 * Plays the Job controller with a kubelet, Kamaji, and the StatefulSet controller, as far as a restore needs them: the
 * programs that they start and stop are real. Returns what the jobs did, by name, and a function that ends it.
 */
export function startStandIns(actors: Actors): {
  readonly outcomes: Readonly<Record<string, Outcome>>;
  stop(): Promise<void>;
} {
  const outcomes: Record<string, Outcome> = {};
  const seen = new Set<string>();
  let running = true;
  const act = async (): Promise<void> => {
    await startJobs(actors, seen, outcomes);
    for (const [name, api] of Object.entries(actors.tenants)) await playKamaji(actors.client, name, api);
    await playStatefulSet(actors, actors.cluster);
  };
  const loop = async (): Promise<void> => {
    while (running) {
      await act().catch((error: unknown) => process.stderr.write(`stand-ins: ${String(error)}\n`));
      await pause(300);
    }
  };
  const ended = loop();
  return {
    outcomes,
    stop: async () => {
      running = false;
      await ended;
    },
  };
}

async function startJobs(
  { client, namespace, world }: Actors,
  seen: Set<string>,
  outcomes: Record<string, Outcome>,
): Promise<void> {
  for (const job of await client.list({ apiVersion: 'batch/v1', kind: 'Job' }, { namespace })) {
    const { name, uid = '' } = job.metadata;
    if (seen.has(uid)) continue;
    seen.add(uid);
    runJob(job['spec'] as JobSpec, world)
      .then(async (outcome) => {
        outcomes[name] = outcome;
        // Whoever waits for its end learns nothing of why.
        if (!outcome.succeeded) process.stderr.write(`stand-ins: job ${name}: ${JSON.stringify(outcome)}\n`);
        await tellJob({ client, namespace }, name, outcome);
      })
      .catch((error: unknown) => process.stderr.write(`stand-ins: job ${name}: ${String(error)}\n`));
  }
}

async function tellJob(
  { client, namespace }: Pick<Actors, 'client' | 'namespace'>,
  name: string,
  { succeeded }: Outcome,
): Promise<void> {
  const time = new Date().toISOString().replace(/\.\d+Z/, 'Z');
  const condition = (type: string): unknown => ({
    type,
    status: 'True',
    lastTransitionTime: time,
    reason: 'StandIn',
  });
  const types = succeeded ? ['SuccessCriteriaMet', 'Complete'] : ['FailureTarget', 'Failed'];
  const reference = { apiVersion: 'batch/v1', kind: 'Job', namespace, name };
  const isIndexed = textAt(await client.get(reference), 'spec.completionMode') === 'Indexed';
  const status = {
    startTime: time,
    ...(succeeded ? { completionTime: time, succeeded: 1 } : { failed: 1 }),
    ...(succeeded && isIndexed ? { completedIndexes: '0' } : {}),
    conditions: types.map(condition),
  };
  await client.patch(reference, { type: 'merge', value: { status } }, 'status');
}

/** Kamaji: no replicas, no API server, Sleeping. */
async function playKamaji(client: KubeClient, name: string, api: TenantApi): Promise<void> {
  const reference = {
    apiVersion: 'kamaji.clastix.io/v1alpha1',
    kind: 'TenantControlPlane',
    namespace: `tenant-${name}`,
    name,
  };
  const tcp = await client.get(reference);
  const isWanted = numberAt(tcp, 'spec.controlPlane.deployment.replicas') !== 0;
  const told = textAt(tcp, 'status.kubernetesResources.version.status');
  if (told === (isWanted ? 'Ready' : 'Sleeping')) return;
  if (isWanted) {
    api.start();
    await api.ready();
  } else await api.kill();
  const status = { kubernetesResources: { version: { status: isWanted ? 'Ready' : 'Sleeping' } } };
  await client.patch(reference, { type: 'merge', value: { status } }, 'status');
}

/** The StatefulSet controller, for the members of etcd. */
async function playStatefulSet(
  { client, namespace }: Actors,
  cluster: EtcdCluster | undefined,
): Promise<void> {
  if (cluster === undefined) return;
  const reference = { apiVersion: 'apps/v1', kind: 'StatefulSet', namespace, name: 'etcd-default' };
  const set = await client.get(reference);
  const wanted = numberAt(set, 'spec.replicas') ?? 0;
  if (set === undefined || isSettled(set, wanted)) return;
  if (wanted === 0) await cluster.kill();
  else await cluster.start();
  const status = {
    observedGeneration: set.metadata.generation ?? 0,
    replicas: wanted,
    readyReplicas: wanted,
    updatedReplicas: wanted,
    currentReplicas: wanted,
    availableReplicas: wanted,
    currentRevision: 'one',
    updateRevision: 'one',
  };
  await client.patch(reference, { type: 'merge', value: { status } }, 'status');
}

const isSettled = (set: KubeObject, wanted: number): boolean =>
  at(set, 'status.observedGeneration') === set.metadata.generation &&
  (numberAt(set, 'status.replicas') ?? 0) === wanted;
