import type { KubeClient } from '../client.ts';
import { type KubeObject, listAt, referenceTo, textAt } from '../object.ts';
import { kinds } from '../stand-in/kinds.ts';

/** Puts a pod on the management cluster's only Node, as a scheduler would. */
export async function placePod(client: KubeClient, pod: KubeObject): Promise<void> {
  if (textAt(pod, 'spec.nodeName') !== '') return;
  await client.apply({ ...kinds.node, metadata: { name: 'management' } }, { manager: 'lab-kubelet' });
  const { name, namespace = '' } = pod.metadata;
  const target = { apiVersion: 'v1', kind: 'Node', name: 'management' };
  const binding = { apiVersion: 'v1', kind: 'Binding', metadata: { name, namespace }, target };
  const path = `${await client.path(kinds.pod, namespace, name)}/binding`;
  await client.raw({ method: 'POST', path, body: JSON.stringify(binding) });
}

/** Lets a pod that is being deleted go, as a kubelet does when its containers have ended. */
export async function endPod(client: KubeClient, { metadata }: KubeObject): Promise<void> {
  const path = await client.path(kinds.pod, metadata.namespace, metadata.name);
  await client.raw({ method: 'DELETE', path, body: JSON.stringify({ gracePeriodSeconds: 0 }) });
}

/** Whether it was said already. */
export const saysRunning = (pod: KubeObject): boolean => textAt(pod, 'status.phase') === 'Running';

/** Says that every container of a pod is ready. */
export async function sayRunning(client: KubeClient, pod: KubeObject, address: string): Promise<void> {
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
    status: {
      phase: 'Running',
      startTime: now,
      podIP: address,
      podIPs: [{ ip: address }],
      conditions,
      containerStatuses,
    },
  };
  await client.patch(referenceTo(pod), { type: 'merge', value }, 'status');
}
