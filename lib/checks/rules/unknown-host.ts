import { nearest } from '../../fleet/index.ts';
import { levelsOf } from '../levels.ts';
import type { Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'unknown-host',
  severity: 'error',
  summary: 'Machines are bound to hosts that the site has.',
  why: 'CAPMOX asks Proxmox for a node that does not exist, and makes no VM.',
  example: 'machines: {hosts: [pve1, pve9]}',
  remedy: 'name one of them, or add it to the site file',
  *check(fleet) {
    const known = [...fleet.site.hosts.keys()];
    for (const { machines, source, path } of levelsOf(fleet)) {
      for (const [index, host] of (machines.hosts ?? []).entries()) {
        if (host === undefined || fleet.site.hosts.has(host)) continue;
        const near = nearest(host, known);
        yield {
          place: source.place([...path, 'hosts', index]),
          problem: `no host of the site is called ${JSON.stringify(host)}`,
          allowed: `allowed: ${known.join(', ')}`,
          ...(near === undefined ? {} : { remedy: `did you mean ${near}?` }),
        };
      }
    }
  },
};
