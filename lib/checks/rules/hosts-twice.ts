import { levelsOf } from '../levels.ts';
import type { Rule } from '../rule.ts';

/** Source: CAPMOX v1alpha2, allowedNodes is a list of type set. */
export const rule: Rule = {
  id: 'hosts-twice',
  severity: 'error',
  summary: 'A host is named once.',
  why: 'The list is a set: the API server refuses the whole cluster for one name that is in it twice.',
  example: 'machines: {hosts: [pve1, pve2, pve1]}',
  remedy: 'remove one of the two',
  *check(fleet) {
    for (const { machines, source, path } of levelsOf(fleet)) {
      const hosts = machines.hosts ?? [];
      for (const [index, host] of hosts.entries()) {
        const first = hosts.indexOf(host);
        if (host === undefined || first === index) continue;
        yield {
          place: source.place([...path, 'hosts', index]),
          problem: `host ${host} is named twice`,
          allowed: 'allowed: each host once',
          related: [{ place: source.place([...path, 'hosts', first]), note: 'the first one' }],
        };
      }
    }
  },
};
