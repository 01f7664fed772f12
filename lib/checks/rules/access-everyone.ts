import type { Rule } from '../rule.ts';

const everyone = ['system:authenticated', 'system:unauthenticated', 'system:serviceaccounts'];

export const rule: Rule = {
  id: 'access-everyone',
  severity: 'error',
  summary: 'access names groups of people, not groups that everybody is in.',
  why: 'The Secret with the kubeconfig makes whoever reads it administrator of the tenant.',
  example: 'access: {kubeconfig: ["system:authenticated"]}',
  remedy: 'name the group of the owners',
  *check({ tenants }) {
    for (const { file, source } of tenants) {
      for (const key of ['view', 'kubeconfig'] as const) {
        for (const [index, group] of (file.access?.[key] ?? []).entries()) {
          if (group === undefined || !everyone.some((name) => group === name || group.startsWith(`${name}:`)))
            continue;
          yield {
            place: source.place(['access', key, index]),
            problem: `everybody is in group ${group}`,
            allowed: `allowed: groups other than ${everyone.join(', ')}`,
          };
        }
      }
    }
  },
};
