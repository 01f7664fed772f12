/** Whole numbers from first to last, both included. */
export interface Stretch {
  readonly first: number;
  readonly last: number;
}

/**
 * The first `length` free numbers in a row inside of `within`, starting at a multiple of `step` from its first.
 * `taken` need not be sorted. Undefined if there is no such gap.
 */
export function firstGap(
  taken: readonly Stretch[],
  within: Stretch,
  length: number,
  step = 1,
): Stretch | undefined {
  let start = within.first;
  const sorted = [...taken].sort((a, b) => a.first - b.first);
  for (const { first, last } of sorted) {
    if (last < start) continue;
    if (first >= start + length) break;
    start = within.first + Math.ceil((last + 1 - within.first) / step) * step;
  }
  return start + length - 1 <= within.last ? { first: start, last: start + length - 1 } : undefined;
}

/** Length of the longest free stretch. */
export function longestGap(taken: readonly Stretch[], { first, last }: Stretch): number {
  let start = first;
  let longest = 0;
  for (const stretch of [...taken].sort((a, b) => a.first - b.first)) {
    if (stretch.first > last) break;
    longest = Math.max(longest, stretch.first - start);
    start = Math.max(start, stretch.last + 1);
  }
  return Math.max(longest, last - start + 1);
}
