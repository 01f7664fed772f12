import { Buffer } from 'node:buffer';
import type { Tenant } from '../fleet/index.ts';
import { type Api, at } from './api.ts';
import { inNamespace } from './tenant-view.ts';

/** The kubeconfig that Cluster API made for the tenant; undefined if there is none yet, or none that may be read. */
export async function workloadKubeconfig(tenant: Tenant, management: Api): Promise<string | undefined> {
  const secret = await management.get(`${inNamespace(tenant, 'v1', 'secrets')}/${tenant.name}-kubeconfig`);
  const value = at(secret, 'data.value');
  return typeof value === 'string' ? Buffer.from(value, 'base64').toString('utf8') : undefined;
}
