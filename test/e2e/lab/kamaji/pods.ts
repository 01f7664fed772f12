import { connect as connectSocket } from 'node:net';
import { join } from 'node:path';
import type { ApiServer } from '../api-server.ts';
import { binary } from '../build.ts';
import { kubeApiServer } from '../components.ts';
import { type KubeObject, listAt, referenceTo, textAt } from '../object.ts';
import { type Program, start } from '../program.ts';
import { kinds } from '../stand-in/kinds.ts';
import { each, type Loop, startLoop } from '../stand-in/loop.ts';
import { writeMounts } from './pod-files.ts';

/** The pods of Kamaji's control planes, each with its API server as a process of this machine. */
export interface Pods {
  readonly loop: Loop;
  readonly programs: () => readonly Program[];
  stop(): Promise<void>;
}

/**
 * Plays the kubelet of the management cluster for the pods of tenant control planes. Of their containers the API
 * server is run for real, from the pod's own Secrets and with its own arguments, listening on the tenant's VIP;
 * controller-manager, scheduler and konnectivity-server are only said to run.
 */
export function startPods(api: ApiServer): Pods {
  const running = new Map<string, Program>();
  const loop = startLoop('kubelet of the management cluster (stand-in)', async () => {
    const pods = (await api.client.list(kinds.pod)).filter((pod) => apiServerOf(pod) !== undefined);
    await each(pods, (pod) => reconcile(api, running, pod));
  });
  return {
    loop,
    programs: () => [...running.values()],
    stop: async () => {
      await loop.stop();
      await Promise.all([...running.values()].map((program) => program.stop()));
    },
  };
}

const apiServerOf = (pod: KubeObject): unknown =>
  listAt(pod, 'spec.containers').find((container) => textAt(container, 'name') === 'kube-apiserver');

async function reconcile(api: ApiServer, running: Map<string, Program>, pod: KubeObject): Promise<void> {
  const uid = pod.metadata.uid ?? '';
  const program = running.get(uid);
  if (pod.metadata.deletionTimestamp !== undefined) {
    await program?.stop();
    running.delete(uid);
    const path = await api.client.path(kinds.pod, pod.metadata.namespace, pod.metadata.name);
    await api.client.raw({ method: 'DELETE', path, body: JSON.stringify({ gracePeriodSeconds: 0 }) });
    return;
  }
  if (textAt(pod, 'spec.nodeName') === '') await bind(api, pod);
  if (program === undefined) running.set(uid, await launch(api, pod));
  else if (!program.running())
    running.delete(uid); // started again at the next look, as a kubelet would
  else if (!isReady(pod) && (await serves(pod))) await report(api, pod);
}

async function bind({ client }: ApiServer, pod: KubeObject): Promise<void> {
  await client.apply({ ...kinds.node, metadata: { name: 'management' } }, { manager: 'lab-kubelet' });
  const { name, namespace = '' } = pod.metadata;
  const target = { apiVersion: 'v1', kind: 'Node', name: 'management' };
  const binding = { apiVersion: 'v1', kind: 'Binding', metadata: { name, namespace }, target };
  const path = `${await client.path(kinds.pod, namespace, name)}/binding`;
  await client.raw({ method: 'POST', path, body: JSON.stringify(binding) });
}

async function launch(api: ApiServer, pod: KubeObject): Promise<Program> {
  const container = apiServerOf(pod);
  const root = join(api.dir, 'pods', pod.metadata.uid ?? '');
  await writeMounts(api.client, pod, container, root);
  const commandLine = [...listAt(container, 'command'), ...listAt(container, 'args')].map(String);
  const flags = commandLine.filter((word) => word.startsWith('--'));
  const moved = flags.map((flag) => flag.replaceAll(/=(\/etc\/|\/run\/|\/usr\/)/g, `=${root}$1`));
  return start({
    name: `tenant-${pod.metadata.name}`,
    dir: api.dir,
    file: binary(kubeApiServer),
    args: [...moved, `--bind-address=${vipOf(pod)}`, '--permit-port-sharing=true'],
  });
}

const flagOf = (pod: KubeObject, name: string): string => {
  const container = apiServerOf(pod);
  const words = [...listAt(container, 'command'), ...listAt(container, 'args')].map(String);
  return words.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3) ?? '';
};

const vipOf = (pod: KubeObject): string => flagOf(pod, 'advertise-address');

function serves(pod: KubeObject): Promise<boolean> {
  return new Promise((done) => {
    const socket = connectSocket({
      host: vipOf(pod),
      port: Number(flagOf(pod, 'secure-port') || 6443),
      timeout: 1000,
    });
    const end = (answer: boolean): void => {
      socket.destroy();
      done(answer);
    };
    socket
      .on('connect', () => end(true))
      .on('error', () => end(false))
      .on('timeout', () => end(false));
  });
}

const isReady = (pod: KubeObject): boolean => textAt(pod, 'status.phase') === 'Running';

async function report({ client }: ApiServer, pod: KubeObject): Promise<void> {
  const now = new Date().toISOString();
  const conditions = ['PodScheduled', 'Initialized', 'ContainersReady', 'Ready'].map((type) => ({
    type,
    status: 'True',
    lastTransitionTime: now,
  }));
  const containerStatuses = listAt(pod, 'spec.containers').map((container) => ({
    name: textAt(container, 'name'),
    image: textAt(container, 'image'),
    imageID: textAt(container, 'image'),
    ready: true,
    restartCount: 0,
    started: true,
    state: { running: { startedAt: now } },
  }));
  const value = {
    status: { phase: 'Running', startTime: now, podIP: vipOf(pod), conditions, containerStatuses },
  };
  await client.patch(referenceTo(pod), { type: 'merge', value }, 'status');
}
