import { nearest } from '../../fleet/index.ts';
import { acceptancesOf } from '../acceptance.ts';
import type { Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'unknown-rule',
  severity: 'error',
  summary: 'accept, and rules of the site file, name rules that exist.',
  why: 'A slip in the name would switch nothing, and nobody would notice.',
  example: 'accept: [{rule: pool-behid, reason: waits for the driver}]',
  remedy: 'see `kaas explain` for the list of rules',
  *check(fleet, { severities }) {
    const { site } = fleet;
    const named = [
      ...Object.keys(site.file.rules ?? {}).map((rule) => ({
        rule,
        place: () => site.source.keyPlace(['rules', rule]),
      })),
      ...acceptancesOf(fleet).map(({ rule, source, path }) => ({ rule, place: () => source.place(path) })),
    ];
    for (const { rule, place } of named) {
      if (severities.has(rule)) continue;
      const near = nearest(rule, [...severities.keys()]);
      yield {
        place: place(),
        problem: `there is no rule ${JSON.stringify(rule)}`,
        allowed: 'allowed: the id in the brackets of a message',
        ...(near === undefined ? {} : { remedy: `did you mean ${near}?` }),
      };
    }
  },
};
