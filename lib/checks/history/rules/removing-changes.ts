import { isDeepStrictEqual } from 'node:util';
import { listed } from '../../text.ts';
import { livingTenants } from '../pairs.ts';
import type { HistoryRule } from '../history-rule.ts';

export const rule: HistoryRule = {
  id: 'removing-changes',
  severity: 'warning',
  summary: 'The commit that sets state: removing changes nothing else of the tenant.',
  why: 'It takes the shield off the Cluster. A change beside it may be refused or replace machines, and then the shield does not go either.',
  earlier: 'kubernetes: v1.34.4',
  example: 'state: removing\nkubernetes: v1.35.5',
  remedy: 'leave the other change out: the cluster goes anyway',
  *check(earlier, fleet) {
    for (const { was, is } of livingTenants(earlier, fleet)) {
      if (was.state !== 'active' || is.state !== 'removing') continue;
      const changed = changedKeys(was.file, is.file);
      if (changed.length === 0) continue;
      yield {
        place: is.source.place(['state']),
        problem: `${is.name} is to be removed, and ${listed(changed)} of it changes as well`,
        allowed: 'allowed: state: removing, alone',
      };
    }
  },
};

/** Keys that have no part in the Cluster. */
const harmless = new Set(['state', 'accept', 'paused']);

function changedKeys(was: object, is: object): string[] {
  const keys = new Set([...Object.keys(was), ...Object.keys(is)]);
  return [...keys].filter(
    (key) => !harmless.has(key) && !isDeepStrictEqual(Reflect.get(was, key), Reflect.get(is, key)),
  );
}
