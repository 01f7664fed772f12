import { levelsOf } from '../levels.ts';
import type { Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'file-source',
  severity: 'error',
  summary: 'A file has either a content or a secret.',
  why: 'Cluster API refuses a file with both, and one with neither is written empty.',
  example: 'machines: {files: [{path: /etc/a.conf}]}',
  remedy: 'give exactly one of the two',
  *check(fleet) {
    for (const { machines, source, path } of levelsOf(fleet)) {
      for (const [index, file] of (machines.files ?? []).entries()) {
        if (file?.path === undefined || (file.content === undefined) !== (file.secret === undefined))
          continue;
        yield {
          place: source.place([...path, 'files', index, 'path']),
          problem: `file ${file.path} has ${file.content === undefined ? 'neither content nor secret' : 'content and secret'}`,
          allowed: 'allowed: content, or secret',
        };
      }
    }
  },
};
