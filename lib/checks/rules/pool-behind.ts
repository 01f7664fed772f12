import { heldPoolsOf } from '../held-pools.ts';
import { compareVersions } from '../../fleet/index.ts';
import type { Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'pool-behind',
  severity: 'warning',
  summary: 'A pool runs the version of its control plane.',
  why: 'A pool is held back for a while, not for good: after three more minors its machines cannot join any more.',
  example: 'pools: {general: {size: small, nodes: 1, kubernetes: v1.34.4}}',
  remedy: 'remove kubernetes from the pool when it is ready, or accept the warning with the reason',
  *check({ tenants }) {
    for (const { tenant, pool, version, held } of tenants.flatMap(heldPoolsOf)) {
      if (compareVersions(held, version) >= 0 || version.minor - held.minor > 3) continue;
      yield {
        place: tenant.source.place(['pools', pool.name, 'kubernetes']),
        problem: `pool ${pool.name} ${held.text} is behind its control plane ${version.text}`,
        allowed: `allowed: ${version.text}`,
        related: [{ place: tenant.source.place(['kubernetes']), note: 'the control plane' }],
      };
    }
  },
};
