import { overlapping } from '../sweep.ts';
import type { Rule } from '../rule.ts';

/** Source: CAPMOX #856. */
export const rule: Rule = {
  id: 'vmids-overlap',
  severity: 'error',
  summary: 'The VM ids of no two tenants overlap.',
  why: 'A clone that fails keeps its id; when its machine is deleted, the VM that has the id by then is deleted, whoever owns it.',
  example: `vmids: 10100-10199
--- # tenants/beta.yaml
vmids: 10150-10249`,
  remedy: 'take ids that are free',
  *check(fleet, { free }) {
    const ranges = fleet.tenants.flatMap((tenant) =>
      tenant.vmids === undefined ? [] : [{ first: tenant.vmids.start, last: tenant.vmids.end, tenant }],
    );
    for (const [later, earlier] of overlapping(ranges)) {
      yield {
        place: later.tenant.source.place(['vmids']),
        problem: `VM ids ${String(later.first)}-${String(later.last)} overlap those of ${earlier.tenant.name} (${String(earlier.first)}-${String(earlier.last)})`,
        allowed: 'allowed: ids that no other tenant has',
        remedy: free.vmids(later.tenant, later),
        related: [{ place: earlier.tenant.source.place(['vmids']), note: `ids of ${earlier.tenant.name}` }],
      };
    }
  },
};
