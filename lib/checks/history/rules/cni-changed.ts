import { changedValues } from '../changed-value.ts';
import type { HistoryRule } from '../history-rule.ts';

export const rule: HistoryRule = {
  id: 'cni-changed',
  severity: 'warning',
  summary: 'A living tenant keeps its network plugin.',
  why: 'The platform takes the old plugin away and installs the new one under running pods: they lose the network until their nodes are replaced.',
  earlier: 'cni: cilium',
  example: 'cni: calico',
  remedy:
    'make a new tenant and move the workload, or plan the outage and accept the warning with the reason',
  *check(earlier, fleet) {
    const value = {
      path: ['cni'],
      sitePath: ['defaults', 'cni'],
      text: ({ cni }: (typeof fleet.tenants)[number]) => cni,
    };
    for (const { place, who, was, is } of changedValues(earlier, fleet, value))
      yield {
        place,
        problem: `network plugin ${is} takes the place of ${was}, with which ${who} runs`,
        allowed: `allowed: ${was}`,
      };
  },
};
