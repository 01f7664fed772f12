import { gone } from '../pairs.ts';
import type { HistoryRule } from '../history-rule.ts';

/** Source: seen on Argo CD v3.5.1 and Flux: the live annotation decides, and a Cluster that survives its file is told by neither. */
export const rule: HistoryRule = {
  id: 'tenant-deleted',
  severity: 'error',
  summary: 'A tenant file is deleted only after a commit that set state: removing.',
  why: 'The live Cluster still carries its shield: the engine drops the file and keeps the Cluster, which runs on with its VMs and its VIP while nothing here knows of it.',
  earlier: '# no state: active',
  example: '# the file is deleted',
  remedy:
    'take the file back from Git, set state: removing and merge; delete the file in a later commit, when the live Cluster has lost its shield',
  *check(earlier, fleet) {
    for (const { name, state, paused, source } of gone(earlier.tenants, fleet.tenants)) {
      const place = { file: source.file, line: 1, column: 1 };
      if (state === 'active')
        yield {
          place,
          problem: `the file is deleted while ${name} is active`,
          allowed: 'allowed: to delete a file that said state: removing',
        };
      else if (paused)
        yield {
          place,
          problem: `the file is deleted while ${name} is paused`,
          allowed: 'allowed: to delete a file that did not say paused: true',
          remedy: 'take the file back from Git, remove paused and merge; delete the file in a later commit',
        };
    }
  },
};
