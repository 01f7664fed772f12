import { acceptancesOf } from '../acceptance.ts';
import type { Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'accept-unused',
  severity: 'warning',
  summary: 'What is accepted is still there.',
  why: 'A line that accepts nothing would hide the next warning of its rule, for a reason that is no longer true.',
  example: 'accept: [{rule: pool-behind, reason: waits for the driver}]',
  remedy: 'remove it',
  last: true,
  *check(fleet, { severities, asked, findings }) {
    const said = new Set(findings.map(({ place, rule }) => `${place.file}\n${rule}`));
    for (const { rule, source, path } of acceptancesOf(fleet)) {
      if (!asked.has(rule) || severities.get(rule) !== 'warning' || said.has(`${source.file}\n${rule}`))
        continue;
      yield {
        place: source.place(path),
        problem: `nothing in this file is accepted by ${rule}`,
        allowed: 'allowed: rules that warn about this file',
      };
    }
  },
};
