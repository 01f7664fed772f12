import { acceptancesOf } from '../acceptance.ts';
import type { Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'accept-error',
  severity: 'error',
  summary: 'Only warnings are accepted.',
  why: 'An error says that the fleet would not work, and a warning that the site made an error is not for a tenant to accept.',
  example: 'accept: [{rule: vip-unique, reason: for now}]',
  remedy: 'remove it, and mend what the rule says',
  *check(fleet, { severities }) {
    for (const { rule, source, path } of acceptancesOf(fleet)) {
      if (severities.get(rule) !== 'error') continue;
      yield {
        place: source.place(path),
        problem: `rule ${rule} is an error and cannot be accepted`,
        allowed: 'allowed: a rule that only warns',
      };
    }
  },
};
