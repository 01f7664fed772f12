import { livingTenants } from '../pairs.ts';
import type { HistoryRule } from '../history-rule.ts';

/** Source: vmIDRange is a field of the ProxmoxMachineTemplate (CAPMOX v0.9.0): another value is another template, which rolls the pools. */
export const rule: HistoryRule = {
  id: 'vmids-changed',
  severity: 'warning',
  summary: 'A living tenant keeps its VM ids.',
  why: 'Every machine of the tenant is replaced, since the ids are part of the template of a machine.',
  earlier: 'vmids: 11000-11099',
  example: 'vmids: 11000-11199',
  remedy: 'take it back, or accept the warning with the reason',
  *check(earlier, fleet) {
    for (const { was, is } of livingTenants(earlier, fleet)) {
      if (was.vmids === undefined || is.vmids === undefined) continue;
      if (was.vmids.start === is.vmids.start && was.vmids.end === is.vmids.end) continue;
      const text = ({ start, end }: typeof was.vmids): string => `${String(start)}-${String(end)}`;
      yield {
        place: is.source.place(['vmids']),
        problem: `vmids ${text(is.vmids)} takes the place of ${text(was.vmids)}, and every machine of ${is.name} is replaced`,
        allowed: `allowed without replacing machines: ${text(was.vmids)}`,
      };
    }
  },
};
