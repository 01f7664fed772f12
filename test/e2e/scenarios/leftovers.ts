import type { Lab } from '../lab/lab.ts';
import { nameOf } from '../lab/object.ts';
import { kinds } from '../lab/stand-in/kinds.ts';

/** What is left of a tenant's Cluster where nothing should be: VMs, images, machines, addresses, control plane. */
export async function describeLeftovers(lab: Lab, tenant: string): Promise<readonly string[]> {
  const namespace = `tenant-${tenant}`;
  const { site } = lab.proxmox;
  const vms = site.vms.filter((vm) => (vm.config.get('name') ?? '').startsWith(`${tenant}-`));
  const known = new Set(site.vms.map(({ host, id }) => `${host}/user-data-${id}.iso`));
  const images = [...site.images.keys()].filter((key) => !known.has(key));
  const objects = await Promise.all(
    [
      kinds.cluster,
      kinds.machineDeployment,
      kinds.machineSet,
      kinds.machine,
      kinds.proxmoxCluster,
      kinds.proxmoxMachine,
      kinds.proxmoxMachineTemplate,
      kinds.kamajiControlPlane,
      kinds.tenantControlPlane,
      kinds.ipAddress,
      kinds.inClusterIpPool,
      kinds.secret,
    ].map((kind) => lab.client.list(kind, { namespace })),
  );
  return [
    ...vms.map((vm) => `VM ${vm.id} ${vm.config.get('name') ?? ''}`),
    ...images.map((image) => `image ${image}`),
    ...objects.flat().map(nameOf),
  ];
}
