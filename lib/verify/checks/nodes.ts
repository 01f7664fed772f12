import { condition, nameOf } from '../api.ts';
import { type Answer, bad, good, skipped, type TenantView } from '../tenant-view.ts';

/** As many Nodes as the pools allow, all of them Ready. */
export async function nodesCheck({ tenant, workload }: TenantView): Promise<Answer> {
  if (workload === undefined) return skipped('nodes', 'the API server cannot be reached');
  const nodes = await workload.list('/api/v1/nodes');
  const least = sum(tenant.pools.map(({ min }) => min));
  const most = sum(tenant.pools.map(({ max }) => max));
  const broken = nodes.filter((node) => condition(node, 'Ready')?.status !== 'True');
  const faults = [
    ...broken.map((node) => ({
      problem: `Node ${nameOf(node)} is not Ready: ${condition(node, 'Ready')?.message ?? 'it has not reported'}`,
      wanted: 'Ready',
      look: `kubectl -n tenant-${tenant.name} get machines, and the VM's console in Proxmox`,
    })),
    ...(nodes.length < least || nodes.length > most
      ? [
          {
            problem: `there are ${String(nodes.length)} Nodes`,
            wanted: least === most ? String(least) : `${String(least)} to ${String(most)}`,
            look: `kubectl -n tenant-${tenant.name} describe machinedeployments`,
            path: ['pools'],
          },
        ]
      : []),
  ];
  if (faults.length > 0) return bad('nodes', tenant, faults);
  return good('nodes', nodes.length === 0 ? 'none, and none is wanted' : `${String(nodes.length)} Ready`);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
