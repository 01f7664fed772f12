import { nearest } from '../../fleet/index.ts';
import { levelsOf } from '../levels.ts';
import type { Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'nic-unknown',
  severity: 'error',
  summary: 'A further network device is in a network of the site.',
  why: 'Bridge, VLAN, prefix and gateway of the device are those of its network.',
  example: 'machines: {nics: [{network: storage, addresses: 10.60.0.10-10.60.0.40}]}',
  remedy: 'name one of them, or add it to networks of the site file',
  *check(fleet) {
    const known = [...fleet.site.networks.keys()];
    for (const { machines, source, path } of levelsOf(fleet)) {
      for (const [index, nic] of (machines.nics ?? []).entries()) {
        if (nic?.network === undefined || known.includes(nic.network)) continue;
        const near = nearest(nic.network, known);
        yield {
          place: source.place([...path, 'nics', index, 'network']),
          problem: `no network of the site is called ${JSON.stringify(nic.network)}`,
          allowed: `allowed: ${known.join(', ')}`,
          ...(near === undefined ? {} : { remedy: `did you mean ${near}?` }),
        };
      }
    }
  },
};
