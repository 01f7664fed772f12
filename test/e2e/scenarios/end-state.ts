import type { Lab } from '../lab/lab.ts';
import { type KubeObject, listAt, textAt } from '../lab/object.ts';
import { kinds } from '../lab/stand-in/kinds.ts';
import { tagsOf } from '../proxmox/machine.ts';
import { describeVm } from './look.ts';
import { tenantNodes } from './nodes.ts';

/**
 * Kinds of which each run must leave equally many. Not the templates: Cluster API leaves one that nothing refers to,
 * until the Cluster goes, when its controller is killed between making it and using it.
 */
const counted = [
  'cluster',
  'machineDeployment',
  'machineSet',
  'machine',
  'proxmoxCluster',
  'proxmoxMachine',
  'kamajiControlPlane',
  'tenantControlPlane',
  'ipAddress',
  'inClusterIpPool',
  'secret',
] as const;

/** What a tenant with one pool has come to, without names, addresses and times: equal for equal tenants. */
export async function endState(lab: Lab, name: string, pool: string): Promise<unknown> {
  const namespace = `tenant-${name}`;
  const objects = await Promise.all(
    counted.map(async (kind) => {
      const found = await lab.client.list(kinds[kind], { namespace });
      return [kind, found.map(conditionsOf).sort()] as const;
    }),
  );
  const vms = lab.proxmox.site.vms.filter((vm) => (vm.config.get('name') ?? '').startsWith(`${name}-`));
  const nodes = await tenantNodes(lab, name, pool);
  return {
    objects: Object.fromEntries(objects),
    vms: vms.map((vm) => ({
      ...describeVm(vm),
      cloudInit: vm.cloudInit,
      tags: tagsOf(vm)
        .filter((tag) => !tag.startsWith('ip_'))
        .map((tag) => tag.replace(name, 'TENANT'))
        .sort(),
    })),
    nodes: nodes.map((node) => [conditionsOf(node), JSON.stringify(listAt(node, 'spec.taints'))]),
  };
}

const conditionsOf = (object: KubeObject): string =>
  listAt(object, 'status.conditions')
    .map((entry) => `${textAt(entry, 'type')}=${textAt(entry, 'status')}`)
    .sort()
    .join(' ');
