import { answers } from '../answers.ts';
import type { ApiServer } from '../api-server.ts';
import { type KubeObject, listAt, textAt } from '../object.ts';
import type { Program } from '../program.ts';
import { kinds } from '../stand-in/kinds.ts';
import { each, type Loop, startLoop } from '../stand-in/loop.ts';
import { startContainer } from './container.ts';
import { endPod, placePod, saysRunning, sayRunning } from './pod-status.ts';
import { type Sandbox, startSandbox } from './sandbox.ts';

/** The pods of Kamaji's control planes, with their containers as processes of this machine. */
export interface Pods {
  readonly loop: Loop;
  readonly programs: () => readonly Program[];
  stop(): Promise<void>;
}

/** Which containers run; of the others it is only said that they do. */
export type RunningContainers = 'kube-apiserver' | 'all';

interface RunningPod {
  readonly sandbox: Sandbox;
  readonly containers: Map<string, Program>;
}

/**
 * Plays the kubelet of the management cluster for the pods of tenant control planes: each has a network namespace
 * and an address of its own, and its containers run from the pod's own Secrets and with its own arguments.
 */
export function startPods(api: ApiServer, wanted: RunningContainers): Pods {
  const running = new Map<string, RunningPod>();
  const loop = startLoop('kubelet of the management cluster (stand-in)', async () => {
    const pods = (await api.client.list(kinds.pod)).filter((pod) => apiServerOf(pod) !== undefined);
    await each(pods, (pod) => reconcile(api, running, wanted, pod));
  });
  return {
    loop,
    programs: () => [...running.values()].flatMap(({ containers }) => [...containers.values()]),
    stop: async () => {
      await loop.stop();
      await Promise.all([...running.values()].map(stopPod));
    },
  };
}

async function stopPod({ sandbox, containers }: RunningPod): Promise<void> {
  await Promise.all([...containers.values()].map((program) => program.stop()));
  await sandbox.stop();
}

const apiServerOf = (pod: KubeObject): unknown =>
  listAt(pod, 'spec.containers').find((container) => textAt(container, 'name') === 'kube-apiserver');

async function reconcile(
  api: ApiServer,
  running: Map<string, RunningPod>,
  wanted: RunningContainers,
  pod: KubeObject,
): Promise<void> {
  const uid = pod.metadata.uid ?? '';
  const known = running.get(uid);
  if (pod.metadata.deletionTimestamp !== undefined) {
    if (known !== undefined) await stopPod(known);
    running.delete(uid);
    await endPod(api.client, pod);
    return;
  }
  await placePod(api.client, pod);
  const { sandbox, containers } = known ?? (await admit(api, running, pod));
  for (const container of listAt(pod, 'spec.containers')) {
    const name = textAt(container, 'name');
    if (wanted !== 'all' && name !== wanted) continue;
    if (containers.get(name)?.running() === true) continue; // one that ended is started again, as a kubelet would
    containers.set(name, await startContainer(api, pod, container, sandbox));
  }
  if (!saysRunning(pod) && (await serves(pod, sandbox))) await sayRunning(api.client, pod, sandbox.address);
}

async function admit(
  { dir }: ApiServer,
  running: Map<string, RunningPod>,
  { metadata }: KubeObject,
): Promise<RunningPod> {
  const pod = { sandbox: await startSandbox(metadata.name, dir), containers: new Map<string, Program>() };
  running.set(metadata.uid ?? '', pod);
  return pod;
}

const flagOf = (pod: KubeObject, name: string): string => {
  const container = apiServerOf(pod);
  const words = [...listAt(container, 'command'), ...listAt(container, 'args')].map(String);
  return words.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3) ?? '';
};

const serves = (pod: KubeObject, { address }: Sandbox): Promise<boolean> =>
  answers(address, Number(flagOf(pod, 'secure-port') || 6443));
