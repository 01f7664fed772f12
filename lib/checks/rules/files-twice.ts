import { levelsOf } from '../levels.ts';
import type { Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'files-twice',
  severity: 'error',
  summary: 'A file is described once.',
  why: 'cloud-init writes both, and the last one wins: half of what was wanted is lost without a word.',
  example: 'machines: {files: [{path: /etc/a.conf, content: a}, {path: /etc/a.conf, content: b}]}',
  remedy: 'remove one of the two',
  *check(fleet) {
    for (const { machines, source, path } of levelsOf(fleet)) {
      const paths = (machines.files ?? []).map((file) => file?.path);
      for (const [index, file] of paths.entries()) {
        const first = paths.indexOf(file);
        if (file === undefined || first === index) continue;
        yield {
          place: source.place([...path, 'files', index, 'path']),
          problem: `file ${file} is described twice`,
          allowed: 'allowed: each path once',
          related: [{ place: source.place([...path, 'files', first, 'path']), note: 'the first one' }],
        };
      }
    }
  },
};
