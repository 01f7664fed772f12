import { freeVmids as freeStretches, vmidBlock } from '../checks/free.ts';
import type { FleetDraft } from '../fleet/index.ts';
import type { Lack } from './request.ts';

/** The first free hundreds of VM ids for `need` machines, above the lowest that a tenant has, or else below. */
export function freeVmids(fleet: FleetDraft, need: number): string | Lack {
  const next = freeStretches(fleet).take(Math.ceil(need / vmidBlock) * vmidBlock);
  if (next !== undefined) return `${String(next.first)}-${String(next.last)}`;
  return {
    option: 'vmids',
    problem: `there are no ${String(need)} free VM ids in a row`,
    allowed: 'allowed: a range of Proxmox VM ids from 100 to 999999999, such as 10100-10199',
    remedy: 'name one (--vmids)',
    askable: false,
  };
}
