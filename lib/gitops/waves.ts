import type { Bundle } from '../platform/index.ts';

/** Wave of the bundles that need no other; projects come before, the tenants after every bundle. */
const firstWave = -20;
const lastWave = 9;

/** Wave of each bundle: one after the latest of those that it needs. A new bundle moves only what comes after it. */
export function wavesOf(bundles: readonly Bundle[]): ReadonlyMap<string, number> {
  const waves = new Map<string, number>();
  for (const { name, after } of bundles) {
    const before = after.map((needed) => {
      const wave = waves.get(needed);
      if (wave === undefined) throw new Error(`bundle ${name} is listed before ${needed}, which it needs`);
      return wave;
    });
    waves.set(name, Math.max(firstWave - 1, ...before) + 1);
  }
  if (Math.max(firstWave, ...waves.values()) > lastWave) throw new Error('more bundles in a row than waves');
  return waves;
}
