import type { Rule } from '../rule.ts';

/** Source: RFC 6902, 4. */
export const rule: Rule = {
  id: 'patch-value',
  severity: 'error',
  summary: 'A patch that adds or replaces has a value, and one that removes has none.',
  why: 'The class would be refused with a message about a patch that nobody finds in the file.',
  example: 'patches: [{kind: KamajiControlPlaneTemplate, op: replace, path: /spec/template/spec/registry}]',
  remedy: 'add value, or remove it',
  *check({ tenants }) {
    for (const { file, source } of tenants) {
      for (const [index, patch] of (file.patches ?? []).entries()) {
        if (patch?.op === undefined || (patch.op === 'remove') === (patch.value === undefined)) continue;
        yield {
          place: source.place(['patches', index, 'op']),
          problem: `patch ${patch.op} of ${patch.path ?? ''} has ${patch.op === 'remove' ? 'a' : 'no'} value`,
          allowed: 'allowed: add and replace with a value, remove without',
        };
      }
    }
  },
};
