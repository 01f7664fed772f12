import { listed } from '../../text.ts';
import { gone } from '../pairs.ts';
import type { HistoryRule } from '../history-rule.ts';

/** Source: validateTopology in internal/webhooks/cluster.go of Cluster API v1.13.5: "valid ClusterClass ... could not be retrieved". */
export const rule: HistoryRule = {
  id: 'class-removed',
  severity: 'error',
  summary: 'A class generation leaves only after the last tenant in it.',
  why: 'A Cluster whose class is gone can be changed in no way, not even to another class: the old one is looked up first.',
  earlier: 'class: lab-tenant-1\n--- # platform/classes/lab-tenant-1.yaml\n# as released',
  example: 'class: lab-tenant-2\n--- # platform/classes/lab-tenant-1.yaml\n# the file is deleted',
  remedy:
    'take the file back from Git, and remove it in a later commit, when no Cluster is in the class any more',
  *check(earlier, fleet) {
    for (const { name, source } of gone(earlier.classes, fleet.classes)) {
      const users = earlier.tenants.filter((tenant) => tenant.class === name);
      if (users.length === 0) continue;
      yield {
        place: { file: source.file, line: 1, column: 1 },
        problem: `class generation ${name} is deleted, in which ${listed(users.map((user) => user.name))} runs`,
        allowed: 'allowed: to delete a generation that no tenant had',
      };
    }
  },
};
