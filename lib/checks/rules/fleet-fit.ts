import { mebibytesText, type PoolDraft, type Site, type TenantDraft } from '../../fleet/index.ts';
import { usableMiB } from '../hosts.ts';
import { surgeOf } from '../surge.ts';
import { counted } from '../text.ts';
import type { Complaint, Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'fleet-fit',
  severity: 'warning',
  summary:
    'All pools at their maximum, with the machines that rollouts add, fit on the hosts together; on several, also while the largest of them is down.',
  why: 'When all of them grow, or on the day a host fails, machines have no place to go, and which tenant gets none is a matter of chance. What else runs on the hosts, such as the management nodes, comes on top: the site file does not know it.',
  example: `pools: {general: {size: large, nodes: {min: 1, max: 12}}}
--- # tenants/beta.yaml
pools: {general: {size: large, nodes: {min: 1, max: 12}}}`,
  remedy: 'lower a maximum, add a host, or accept the warning in the site file with the reason',
  *check({ site, tenants }) {
    if (site.memoryAdjustment === 0) return;
    const pools = tenants.flatMap((tenant) => tenant.pools.map((pool) => ({ tenant, pool })));
    const all = complaint(site, [...site.hosts.keys()], pools);
    if (all !== undefined) yield all;
    for (const { hosts, pools: bound } of groupsOf(site, pools)) {
      // One pool on one host has rules of its own.
      if (hosts.length === 1 && bound.length === 1) continue;
      const some = complaint(site, hosts, bound);
      if (some !== undefined) yield some;
    }
  },
};

interface Placed {
  readonly tenant: TenantDraft;
  readonly pool: PoolDraft;
}

/** Pools that are bound to the same part of the hosts. */
function groupsOf(
  site: Site,
  pools: readonly Placed[],
): { readonly hosts: string[]; readonly pools: Placed[] }[] {
  const groups = new Map<string, { readonly hosts: string[]; readonly pools: Placed[] }>();
  for (const placed of pools) {
    const hosts = [...new Set(placed.pool.hosts)].filter((name) => site.hosts.has(name)).sort();
    if (hosts.length === site.hosts.size) continue;
    const group = groups.get(hosts.join()) ?? { hosts, pools: [] };
    group.pools.push(placed);
    groups.set(hosts.join(), group);
  }
  return [...groups.values()];
}

function complaint(site: Site, names: readonly string[], pools: readonly Placed[]): Complaint | undefined {
  const memories = names.flatMap((name) => {
    const host = site.hosts.get(name);
    return host === undefined ? [] : [usableMiB(host, site.memoryAdjustment)];
  });
  // Hosts that the site does not know have a rule of their own.
  if (memories.length === 0) return undefined;
  const all = memories.reduce((sum, memory) => sum + memory, 0);
  // One host has no other that could take over: it must only hold what is meant for it.
  const have = memories.length === 1 ? all : all - Math.max(...memories);
  const machines = pools.reduce((sum, { pool }) => sum + (pool.max ?? 0), 0);
  const surge = pools.reduce((sum, { pool }) => sum + surgeOf(pool), 0);
  const want = pools.reduce(
    (sum, { pool }) => sum + ((pool.max ?? 0) + surgeOf(pool)) * (pool.size?.memoryMiB ?? 0),
    0,
  );
  if (want <= have) return undefined;
  return {
    place: site.source.place(['proxmox', 'hosts']),
    problem: `${counted(machines, 'machine')} at the most and ${String(surge)} more during rollouts need ${mebibytesText(want)}; ${names.join(', ')} ${haveText(want, all, have)}`,
    allowed: `allowed: at most ${mebibytesText(have)}`,
  };
}

/** What the hosts have: all together if even that is not enough, and without the largest if there are several. */
function haveText(want: number, all: number, have: number): string {
  if (have === all) return `has ${mebibytesText(all)}`;
  return want > all
    ? `have ${mebibytesText(all)}, and ${mebibytesText(have)} without the largest`
    : `without the largest have ${mebibytesText(have)}`;
}
