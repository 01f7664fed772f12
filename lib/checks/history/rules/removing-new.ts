import { gone } from '../pairs.ts';
import type { HistoryRule } from '../history-rule.ts';

export const rule: HistoryRule = {
  id: 'removing-new',
  severity: 'warning',
  summary: 'A new tenant starts active.',
  why: 'With state: removing its Cluster has no shield from the first day: a lost file or folder deletes it.',
  earlier: '# the file is not there',
  example: 'state: removing',
  remedy: 'remove state',
  *check(earlier, fleet) {
    for (const { name, state, source } of gone(fleet.tenants, earlier.tenants)) {
      if (state !== 'removing') continue;
      yield {
        place: source.place(['state']),
        problem: `${name} is new and to be removed`,
        allowed: 'allowed: active',
      };
    }
  },
};
