import type { Host, PoolDraft, Site } from '../fleet/index.ts';

/** The hosts that may run the machines of a pool; names that the site does not know are left to their own rule. */
export function hostsOf(site: Site, pool: PoolDraft): Host[] {
  return [...new Set(pool.hosts)].flatMap((name) => site.hosts.get(name) ?? []);
}

/**
 * MiB of a host that CAPMOX may hand out. Source: schedulerHints.memoryAdjustment, percent; 0 switches its check off,
 * and what the host really has is then the limit.
 */
export function usableMiB({ memoryMiB }: Host, adjustment: number): number {
  return adjustment === 0 ? memoryMiB : Math.floor((memoryMiB * adjustment) / 100);
}
