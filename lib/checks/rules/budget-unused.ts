import type { Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'budget-unused',
  severity: 'warning',
  summary: 'Only a tenant of a datastore with a quota has a budget.',
  why: 'The server of PostgreSQL, MySQL or NATS has limits of its own: the line promises what nobody checks.',
  example: 'controlPlane: {vip: 10.4.0.110, datastore: reports}\nbudget: 1Gi',
  remedy: 'remove it',
  *check({ tenants }) {
    for (const { budgetMiB, datastore, source } of tenants) {
      if (budgetMiB === undefined || datastore === undefined || datastore.quotaMiB !== undefined) continue;
      yield {
        place: source.place(['budget']),
        problem: `datastore ${datastore.name} (${datastore.driver}) has no quota to take a budget from`,
        allowed: 'allowed: budget with an etcd datastore',
      };
    }
  },
};
