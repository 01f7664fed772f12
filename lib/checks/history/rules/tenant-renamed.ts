import type { TenantDraft } from '../../../fleet/index.ts';
import { gone } from '../pairs.ts';
import type { HistoryRule } from '../history-rule.ts';

export const rule: HistoryRule = {
  id: 'tenant-renamed',
  severity: 'error',
  summary: 'A new tenant does not take the VIP or the VM ids of one that goes in the same commit.',
  why: 'A tenant has no other identity than its name: renaming a file deletes one cluster and makes an empty other one, which claims what the old one still holds.',
  earlier: 'controlPlane: {vip: 10.4.0.110}',
  example: `# the file is deleted
--- # tenants/beta.yaml
controlPlane: {vip: 10.4.0.110}`,
  remedy:
    'keep the name; for another one, make a new tenant with values of its own, move the workload, and remove the old one',
  *check(earlier, fleet) {
    const removed = gone(earlier.tenants, fleet.tenants);
    for (const tenant of gone(fleet.tenants, earlier.tenants)) {
      const holder = removed.find((old) => sharedPath(old, tenant) !== undefined);
      const path = holder && sharedPath(holder, tenant);
      if (holder === undefined || path === undefined) continue;
      yield {
        place: tenant.source.place(path),
        problem: `${tenant.name} takes the ${path.at(-1) === 'vip' ? 'VIP' : 'VM ids'} of ${holder.name}, whose file is deleted`,
        allowed: 'allowed: values that no tenant has or had until now',
      };
    }
  },
};

function sharedPath(old: TenantDraft, tenant: TenantDraft): string[] | undefined {
  if (old.vip !== undefined && old.vip === tenant.vip) return ['controlPlane', 'vip'];
  const [was, is] = [old.vmids, tenant.vmids];
  const overlap = was !== undefined && is !== undefined && was.start <= is.end && is.start <= was.end;
  return overlap ? ['vmids'] : undefined;
}
