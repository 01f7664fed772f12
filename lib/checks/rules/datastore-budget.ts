import { mebibytesText, type TenantDraft } from '../../fleet/index.ts';
import { counted } from '../text.ts';
import type { Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'datastore-budget',
  severity: 'warning',
  summary: 'The budgets of the tenants of a datastore add up to no more than its quota.',
  why: 'The quota is one for all: the tenant that fills it stops the writes of every other one.',
  example: `--- # tenants/acme.yaml
budget: 5Gi
--- # tenants/beta.yaml
budget: 5Gi`,
  remedy:
    'raise the quota, move a tenant to another datastore, or accept the warning in the site file with the reason',
  *check({ site, tenants }) {
    const users = new Map<string, TenantDraft[]>();
    for (const tenant of tenants) {
      const name = tenant.datastore?.name;
      if (name === undefined) continue;
      const known = users.get(name);
      if (known === undefined) users.set(name, [tenant]);
      else known.push(tenant);
    }
    for (const [name, { quotaMiB, defaultBudgetMiB }] of site.datastores) {
      const mine = users.get(name) ?? [];
      const sum = mine.reduce((total, { budgetMiB = defaultBudgetMiB }) => total + budgetMiB, 0);
      if (quotaMiB === undefined || sum <= quotaMiB) continue;
      yield {
        place: site.source.place(['datastores', name]),
        problem: `${counted(mine.length, 'tenant')} of datastore ${name} may count on ${mebibytesText(sum)}, its quota is ${mebibytesText(quotaMiB)}`,
        allowed: `allowed: at most ${mebibytesText(quotaMiB)}`,
      };
    }
  },
};
