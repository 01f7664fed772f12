import type { FleetDraft } from '../fleet/index.ts';
import { firstGap } from './gap.ts';
import type { Lack } from './request.ts';

/** Ids come in hundreds: a tenant is recognized by the first digits of its VMs. */
const block = 100;
/** Low ids are left to the VMs that a site had before. */
const lowest = 10_100;
/** Source: Proxmox VE, pve-vmid. */
const highest = 999_999_999;

/** The first free hundreds of VM ids for `need` machines, from the lowest that a tenant has. */
export function freeVmids({ tenants }: FleetDraft, need: number): string | Lack {
  const taken = tenants.flatMap(({ vmids }) =>
    vmids === undefined ? [] : [{ first: vmids.start, last: vmids.end }],
  );
  const first =
    taken.length === 0 ? lowest : taken.reduce((least, range) => Math.min(least, range.first), highest);
  const start = Math.floor(first / block) * block;
  const within = { first: Math.max(start, block), last: highest };
  const gap = firstGap(taken, within, Math.ceil(need / block) * block, block);
  if (gap !== undefined) return `${String(gap.first)}-${String(gap.last)}`;
  return {
    option: 'vmids',
    problem: `there are no ${String(need)} free VM ids in a row`,
    allowed: 'allowed: a range of Proxmox VM ids, such as 10100-10199',
    remedy: 'name one (--vmids)',
    askable: false,
  };
}
