import { nameOf } from '../lab/object.ts';
import { kinds } from '../lab/stand-in/kinds.ts';
import { until } from '../lab/wait.ts';
import { undelivered } from './everything.ts';
import type { Bench } from './lab.ts';

/**
 * What is left of a tenant's Cluster where nothing should be: VMs and images in Proxmox; in its namespace everything
 * that was not delivered there, such as machines, addresses, the control plane, the VIP's Service, the autoscaler.
 */
export async function describeLeftovers(
  { lab, delivered }: Bench,
  tenant: string,
): Promise<readonly string[]> {
  const namespace = `tenant-${tenant}`;
  const { site } = lab.proxmox;
  const vms = site.vms.filter((vm) => (vm.config.get('name') ?? '').startsWith(`${tenant}-`));
  const known = new Set(site.vms.map(({ host, id }) => `${host}/user-data-${id}.iso`));
  const images = [...site.images.keys()].filter((key) => !known.has(key));
  const cluster = await lab.client.get({ ...kinds.cluster, name: tenant, namespace });
  const objects = cluster === undefined ? await undelivered(lab.client, namespace, delivered) : [cluster];
  return [
    ...vms.map((vm) => `VM ${vm.id} ${vm.config.get('name') ?? ''}`),
    ...images.map((image) => `image ${image}`),
    ...objects.map(nameOf),
  ];
}

/** The Cluster and all below it, in the management cluster and in Proxmox. Addresses are held for a minute (CAPMOX). */
export async function untilGone(bench: Bench, name: string): Promise<void> {
  const tenant = bench.tenant(name);
  const gone = async (): Promise<boolean> => (await tenant.cluster()) === undefined;
  await until(`Cluster ${name} to go`, gone, { seconds: 300 }, tenant.explain);
  const empty = async (): Promise<boolean> => (await describeLeftovers(bench, name)).length === 0;
  await until(`the rest of ${name} to go`, empty, { seconds: 180, every: 3000 }, async () =>
    (await describeLeftovers(bench, name)).join('\n'),
  );
}
