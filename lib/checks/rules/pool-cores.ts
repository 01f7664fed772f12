import { hostsOf } from '../hosts.ts';
import { counted } from '../text.ts';
import type { Rule } from '../rule.ts';

/** Source: Proxmox VE, qemu-server: "MAX N vcpus allowed per VM on this node". */
export const rule: Rule = {
  id: 'pool-cores',
  severity: 'error',
  summary: 'One of the hosts of a pool has the cores for one of its machines.',
  why: 'Proxmox does not start a VM with more cores than its host has.',
  example: 'pools: {general: {size: {cores: 48, memory: 8Gi, disk: 40Gi}, nodes: 1}}',
  remedy: 'take a smaller size, or another host',
  *check({ site, tenants }) {
    for (const { pools, source } of tenants) {
      for (const pool of pools) {
        const cores = hostsOf(site, pool).map((host) => host.cores);
        const most = Math.max(...cores);
        const wanted = pool.size === undefined ? 0 : pool.size.cores * pool.size.sockets;
        if (cores.length === 0 || wanted <= most) continue;
        yield {
          place: source.place(['pools', pool.name, 'size']),
          problem: `a machine of pool ${pool.name} has ${counted(wanted, 'core')}, more than any of its hosts (${String(most)})`,
          allowed: `allowed: at most ${counted(most, 'core')}`,
        };
      }
    }
  },
};
