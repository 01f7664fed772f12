import type { Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'rule-severity',
  severity: 'error',
  summary: 'The site raises warnings to errors; it does not lower errors.',
  why: 'An error says that the fleet would not work. A site that could switch it off would find out from its tenants.',
  example: `--- # platform/site.yaml
rules: {vip-unique: warning}`,
  remedy: 'remove it',
  *check({ site }, { severities }) {
    for (const [id, severity] of Object.entries(site.file.rules ?? {})) {
      if (severity !== 'warning' || severities.get(id) !== 'error') continue;
      yield {
        place: site.source.place(['rules', id]),
        problem: `rule ${id} is an error and stays one`,
        allowed: 'allowed: error, for a rule that is a warning',
      };
    }
  },
};
