import type { Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'nic-network',
  severity: 'warning',
  summary: 'Each network device of a machine is in a network of its own.',
  why: 'With two devices in one subnet, answers leave by the other device than the question came in; switches and reverse-path filters drop them.',
  example: `pools: {general: {size: small, nodes: 1, machines: {nics: [{network: acme, addresses: 10.40.0.200-10.40.0.205}]}}}`,
  remedy: 'take another network, or accept the warning with the reason',
  *check({ tenants }) {
    for (const { pools, source, networkName } of tenants) {
      const told = new Set<string>();
      for (const pool of pools) {
        const names = [networkName, ...pool.nics.map((nic) => nic.networkName)];
        const twice = names.findIndex((name, index) => name !== undefined && names.indexOf(name) < index);
        const path = pool.nics[twice - 1]?.addresses[0]?.path ?? [];
        const at = [...path.slice(0, path.indexOf('addresses')), 'network'];
        if (twice < 0 || path.length < 2 || told.has(at.join('/'))) continue;
        told.add(at.join('/'));
        yield {
          place: source.place(at),
          problem: `two network devices are in network ${names[twice] ?? ''}`,
          allowed: 'allowed: a network that no other device of the machine is in',
        };
      }
    }
  },
};
