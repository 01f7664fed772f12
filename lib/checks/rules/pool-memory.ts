import { mebibytesText } from '../../fleet/index.ts';
import { hostsOf, usableMiB } from '../hosts.ts';
import type { Rule } from '../rule.ts';

/** Source: CAPMOX #71, "cannot reserve N B of memory, 0B available". */
export const rule: Rule = {
  id: 'pool-memory',
  severity: 'error',
  summary: 'One of the hosts of a pool has the memory for one of its machines.',
  why: 'CAPMOX finds no host for it, and the machine waits for ever.',
  example: 'pools: {general: {size: {cores: 4, memory: 256Gi, disk: 40Gi}, nodes: 1}}',
  remedy: 'take a smaller size, or another host',
  *check({ site, tenants }) {
    for (const { pools, source, memoryAdjustment = site.memoryAdjustment } of tenants) {
      for (const pool of pools) {
        const usable = hostsOf(site, pool).map((host) => usableMiB(host, memoryAdjustment));
        const most = Math.max(...usable);
        if (pool.size === undefined || usable.length === 0 || pool.size.memoryMiB <= most) continue;
        yield {
          place: source.place(['pools', pool.name, 'size']),
          problem: `a machine of pool ${pool.name} has ${mebibytesText(pool.size.memoryMiB)}, more than any of its hosts may give (${mebibytesText(most)})`,
          allowed: `allowed: at most ${mebibytesText(most)} of memory`,
        };
      }
    }
  },
};
