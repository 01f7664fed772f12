import { compareVersions } from '../../fleet/index.ts';
import { heldPoolsOf } from '../held-pools.ts';
import type { Rule } from '../rule.ts';

/** Source: kubernetes.io/releases/version-skew-policy, kubelet. */
export const rule: Rule = {
  id: 'pool-version',
  severity: 'error',
  summary: 'A pool is not newer than its control plane, and at most three minors older.',
  why: 'A newer kubelet speaks what the API server does not know, and one that is four minors older what it has forgotten.',
  example: 'kubernetes: v1.34.4\npools: {general: {size: small, nodes: 1, kubernetes: v1.35.5}}',
  remedy: 'upgrade the control plane first, then the pool',
  *check({ tenants }) {
    for (const { tenant, pool, version, held } of tenants.flatMap(heldPoolsOf)) {
      const newer = compareVersions(held, version) > 0;
      if (!newer && version.minor - held.minor <= 3) continue;
      yield {
        place: tenant.source.place(['pools', pool.name, 'kubernetes']),
        problem: newer
          ? `pool ${pool.name} ${held.text} is newer than its control plane ${version.text}`
          : `pool ${pool.name} ${held.text} is ${String(version.minor - held.minor)} minors behind its control plane ${version.text}`,
        allowed: `allowed: v1.${String(version.minor - 3)} to ${version.text}`,
        related: [{ place: tenant.source.place(['kubernetes']), note: 'the control plane' }],
      };
    }
  },
};
