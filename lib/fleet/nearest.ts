import { closest, distance } from 'fastest-levenshtein';

/** The candidate that the text is probably a slip of; undefined if none is near. */
export function nearest(text: string, candidates: readonly string[]): string | undefined {
  if (candidates.length === 0) return undefined;
  const near = closest(text, [...candidates]);
  return distance(text.toLowerCase(), near.toLowerCase()) <= Math.max(1, Math.floor(near.length / 3))
    ? near
    : undefined;
}
