import { distance } from 'fastest-levenshtein';

/** The candidate that the text is probably a slip of; undefined if none is near. Case does not count. */
export function nearest(text: string, candidates: readonly string[]): string | undefined {
  let near: { readonly candidate: string; readonly slips: number } | undefined;
  for (const candidate of candidates) {
    const most = Math.max(1, Math.floor(candidate.length / 3));
    // Of texts whose lengths differ by more, the distance need not be known: a key may have 200 KB.
    if (Math.abs(text.length - candidate.length) > most) continue;
    const slips = slipsBetween(text.toLowerCase(), candidate.toLowerCase(), most);
    if (slips <= most && (near === undefined || slips < near.slips)) near = { candidate, slips };
  }
  return near?.candidate;
}

/** Letters that differ; two neighbours that changed places count once. Exact up to `most`. */
function slipsBetween(text: string, candidate: string, most: number): number {
  const plain = distance(text, candidate);
  // Counting a swap once saves one letter at the most.
  if (plain > most + 1) return plain;
  const swapped = Array.from(
    { length: Math.max(0, text.length - 1) },
    (_, index) => text.slice(0, index) + text.charAt(index + 1) + text.charAt(index) + text.slice(index + 2),
  );
  return Math.min(plain, ...swapped.map((other) => 1 + distance(other, candidate)));
}
