import { execFileSync } from 'node:child_process';
import { connect, createServer, type Server, type Socket } from 'node:net';
import type { KubeClient } from '../client.ts';
import { type KubeObject, listAt, numberAt, referenceTo, textAt } from '../object.ts';
import { each, type Loop, startLoop } from '../stand-in/loop.ts';
import { addHost } from './hosts.ts';

const service = { apiVersion: 'v1', kind: 'Service' };
const endpointSlice = { apiVersion: 'discovery.k8s.io/v1', kind: 'EndpointSlice' };

/** Where a connection to a port of a VIP goes. */
interface Backend {
  readonly host: string;
  readonly port: number;
}

/** A port of a VIP that is served. */
interface Front {
  readonly server: Server;
  readonly sockets: Set<Socket>;
  backends: readonly Backend[];
  turn: number;
}

/**
 * Plays MetalLB and the management cluster's kube-proxy: a Service gets the address of its annotation, which becomes
 * one of this network namespace's own, and its connections go to the ready addresses of its EndpointSlices by turns.
 */
export function startLoadBalancer(client: KubeClient): Loop {
  const fronts = new Map<string, Front>();
  const loop = startLoop('metallb and kube-proxy (stand-in)', async () => {
    const wanted = (await client.list(service)).filter(isBalanced);
    const slices = await client.list(endpointSlice);
    await each(wanted, async (found) => {
      if (listAt(found, 'status.loadBalancer.ingress').length === 0) await assign(client, found);
      serve(fronts, found, slices);
    });
    withdraw(fronts, wanted);
  });
  return {
    ...loop,
    stop: async () => {
      await loop.stop();
      withdraw(fronts, []);
    },
  };
}

const vipOf = ({ metadata }: KubeObject): string =>
  metadata.annotations?.['metallb.io/loadBalancerIPs'] ?? '';

const isBalanced = (found: KubeObject): boolean =>
  textAt(found, 'spec.type') === 'LoadBalancer' && vipOf(found) !== '';

async function assign(client: KubeClient, found: KubeObject): Promise<void> {
  const ip = vipOf(found);
  const { name, namespace = '' } = found.metadata;
  addAddress(ip);
  addHost(ip, [`${name}.${namespace}.svc`, `${name}.${namespace}.svc.cluster.local`]);
  const value = { status: { loadBalancer: { ingress: [{ ip }] } } };
  await client.patch(referenceTo(found), { type: 'merge', value }, 'status');
}

const keyOf = (found: KubeObject, port: unknown): string =>
  `${vipOf(found)} ${String(numberAt(port, 'port') ?? 0)}`;

function serve(fronts: Map<string, Front>, found: KubeObject, slices: readonly KubeObject[]): void {
  for (const port of listAt(found, 'spec.ports')) {
    const key = keyOf(found, port);
    const front = fronts.get(key) ?? listen(vipOf(found), numberAt(port, 'port') ?? 0);
    front.backends = backendsOf(found, textAt(port, 'name'), slices);
    fronts.set(key, front);
  }
}

function backendsOf(
  { metadata }: KubeObject,
  port: string,
  slices: readonly KubeObject[],
): readonly Backend[] {
  const own = slices.filter(
    (slice) =>
      slice.metadata.namespace === metadata.namespace &&
      slice.metadata.labels?.['kubernetes.io/service-name'] === metadata.name,
  );
  return own.flatMap((slice) => {
    const target = listAt(slice, 'ports').find((candidate) => textAt(candidate, 'name') === port);
    const ready = listAt(slice, 'endpoints').filter((one) => JSON.stringify(one).includes('"ready":true'));
    return ready.map((one) => ({
      host: String(listAt(one, 'addresses')[0]),
      port: numberAt(target, 'port') ?? 0,
    }));
  });
}

function listen(host: string, port: number): Front {
  const sockets = new Set<Socket>();
  const front: Front = { server: createServer(), sockets, backends: [], turn: 0 };
  front.server.on('error', () => undefined); // the next look finds it not listening
  front.server.on('connection', (near) => forward(front, near));
  front.server.listen(port, host);
  return front;
}

function forward(front: Front, near: Socket): void {
  const backend = front.backends[front.turn % front.backends.length];
  front.turn += 1;
  if (backend === undefined) {
    near.destroy();
    return;
  }
  const far = connect(backend);
  for (const socket of [near, far]) {
    front.sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      front.sockets.delete(socket);
      near.destroy();
      far.destroy();
    });
  }
  near.pipe(far);
  far.pipe(near);
}

/** A Service that is gone takes its address with it, and the connections to it. */
function withdraw(fronts: Map<string, Front>, wanted: readonly KubeObject[]): void {
  const kept = new Set(
    wanted.flatMap((found) => listAt(found, 'spec.ports').map((port) => keyOf(found, port))),
  );
  for (const [key, { server, sockets }] of fronts) {
    if (kept.has(key)) continue;
    server.close();
    for (const socket of sockets) socket.destroy();
    fronts.delete(key);
    removeAddress(key.split(' ')[0] ?? '');
  }
}

function removeAddress(ip: string): void {
  if (addresses().includes(` ${ip}/`)) execFileSync('ip', ['address', 'delete', `${ip}/32`, 'dev', 'lo']);
}

function addAddress(ip: string): void {
  if (!addresses().includes(` ${ip}/`)) execFileSync('ip', ['address', 'add', `${ip}/32`, 'dev', 'lo']);
}

const addresses = (): string =>
  execFileSync('ip', ['-o', 'address', 'show', 'dev', 'lo'], { encoding: 'utf8' });
