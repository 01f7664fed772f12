import { execFileSync } from 'node:child_process';
import type { KubeClient } from '../client.ts';
import { type KubeObject, listAt, referenceTo, textAt } from '../object.ts';
import { each, type Loop, startLoop } from '../stand-in/loop.ts';
import { addHost } from './hosts.ts';

const service = { apiVersion: 'v1', kind: 'Service' };

/** Plays MetalLB: a Service gets the address of its annotation, which becomes one of this network namespace's own. */
export function startLoadBalancer(client: KubeClient): Loop {
  return startLoop('metallb (stand-in)', async () => {
    const services = await client.list(service);
    await each(services.filter(waits), async (found) => {
      const ip = found.metadata.annotations?.['metallb.io/loadBalancerIPs'] ?? '';
      const { name, namespace = '' } = found.metadata;
      addAddress(ip);
      addHost(ip, [`${name}.${namespace}.svc`, `${name}.${namespace}.svc.cluster.local`]);
      const value = { status: { loadBalancer: { ingress: [{ ip }] } } };
      await client.patch(referenceTo(found), { type: 'merge', value }, 'status');
    });
  });
}

function waits(found: KubeObject): boolean {
  const asked = found.metadata.annotations?.['metallb.io/loadBalancerIPs'] !== undefined;
  const served = listAt(found, 'status.loadBalancer.ingress').length > 0;
  return textAt(found, 'spec.type') === 'LoadBalancer' && asked && !served;
}

function addAddress(ip: string): void {
  const present = execFileSync('ip', ['-o', 'address', 'show', 'dev', 'lo'], { encoding: 'utf8' });
  if (!present.includes(` ${ip}/`)) execFileSync('ip', ['address', 'add', `${ip}/32`, 'dev', 'lo']);
}
