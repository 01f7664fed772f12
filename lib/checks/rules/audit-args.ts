import type { Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'audit-args',
  severity: 'error',
  summary: 'The audit log is configured in one way: by audit, or by arguments.',
  why: 'audit sets the policy and the path of the log; a second one of an argument is undefined, and one of the two is lost.',
  example:
    'controlPlane: {vip: 10.4.0.110, audit: {policy: audit}, apiServer: {args: {audit-log-path: "-"}}}',
  remedy: 'remove the argument, or audit',
  *check({ tenants }) {
    for (const { auditPolicy, apiServer, source } of tenants) {
      if (auditPolicy === undefined) continue;
      for (const name of Object.keys(apiServer.args)) {
        if (name !== 'audit-policy-file' && name !== 'audit-log-path') continue;
        yield {
          place: source.keyPlace(['controlPlane', 'apiServer', 'args', name]),
          problem: `argument ${name} clashes with controlPlane.audit`,
          allowed: 'allowed: audit, or arguments',
          related: [{ place: source.keyPlace(['controlPlane', 'audit']), note: 'the other way' }],
        };
      }
    }
  },
};
