import type { PoolDraft } from '../fleet/index.ts';

/** Machines that a rollout of the pool adds. A pool that is always empty has nothing to roll. */
export function surgeOf({ max = 0, maxSurge }: PoolDraft): number {
  return max === 0 ? 0 : maxSurge;
}
