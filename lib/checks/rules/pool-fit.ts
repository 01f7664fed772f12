import { mebibytesText } from '../../fleet/index.ts';
import { hostsOf, usableMiB } from '../hosts.ts';
import { counted } from '../text.ts';
import type { Rule } from '../rule.ts';

/** Source: CAPMOX #71, #36. */
export const rule: Rule = {
  id: 'pool-fit',
  severity: 'error',
  summary:
    'The hosts of a pool have the memory for all its machines at the maximum, if nothing else ran on them.',
  why: 'CAPMOX stops at "cannot reserve N B of memory, 0B available", while the autoscaler goes on asking.',
  example:
    'pools: {general: {size: {cores: 4, memory: 48Gi, disk: 40Gi}, nodes: {min: 1, max: 8}}}\nvmids: 10100-10199',
  remedy: 'lower the maximum, or take a smaller size',
  *check({ site, tenants }) {
    for (const { pools, source, memoryAdjustment } of tenants) {
      if (memoryAdjustment === undefined || memoryAdjustment === 0) continue;
      for (const pool of pools) {
        const { size, max } = pool;
        if (size === undefined || max === undefined) continue;
        const hosts = hostsOf(site, pool);
        const places = hosts.reduce(
          (sum, host) => sum + Math.floor(usableMiB(host, memoryAdjustment) / size.memoryMiB),
          0,
        );
        // None at all is the fault of the size, which has a rule of its own.
        if (places === 0 || places >= max) continue;
        yield {
          place: source.place(['pools', pool.name, 'nodes']),
          problem: `pool ${pool.name} may have ${counted(max, 'machine')} of ${mebibytesText(size.memoryMiB)}, and there is room for ${String(places)} on its ${counted(hosts.length, 'host')}`,
          allowed: `allowed: at most ${counted(places, 'machine')}`,
        };
      }
    }
  },
};
