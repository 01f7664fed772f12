import { cidrText } from '../../../net/index.ts';
import type { HistoryRule } from '../history-rule.ts';

export const rule: HistoryRule = {
  id: 'management-changed',
  severity: 'warning',
  summary: 'The networks of the management cluster stay what they are.',
  why: 'The file only describes them: writing others moves no pod and no Service, and the checks and network policies of every tenant then reckon with networks that are not there.',
  earlier:
    '--- # platform/site.yaml\nmanagement: {nodes: {mgmt-1: 10.4.0.11}, pods: 10.42.0.0/16, services: 10.43.0.0/16}',
  example:
    '--- # platform/site.yaml\nmanagement: {nodes: {mgmt-1: 10.4.0.11}, pods: 10.142.0.0/16, services: 10.43.0.0/16}',
  remedy: 'take it back, unless the file was wrong until now: then accept the warning with the reason',
  *check({ site: past }, { site }) {
    const values = [
      { key: 'pods', was: past.managementPods, is: site.managementPods },
      { key: 'services', was: past.managementServices, is: site.managementServices },
    ];
    for (const { key, was, is } of values) {
      if (cidrText(was) === cidrText(is)) continue;
      yield {
        place: site.source.place(['management', key]),
        problem: `management.${key} ${cidrText(is)} takes the place of ${cidrText(was)}`,
        allowed: `allowed: ${cidrText(was)}`,
      };
    }
  },
};
