/** Two things that share ground: the second was there first, in the order of the list. */
export type Overlap<T> = readonly [later: T, earlier: T];

/** Something that takes all numbers from first to last. */
export interface Span {
  readonly first: number;
  readonly last: number;
}

/**
 * The spans that overlap, each with the one that reaches furthest into it, in n log n.
 * Every span that overlaps another is in at least one pair; not every pair is told, or n equal spans would make n² of them.
 */
export function* overlapping<T extends Span>(spans: readonly T[]): Generator<Overlap<T>> {
  const sorted = spans.map((span, index) => ({ span, index })).sort(byStart);
  let furthest: (typeof sorted)[number] | undefined;
  for (const next of sorted) {
    if (furthest !== undefined && next.span.first <= furthest.span.last) {
      const [earlier, later] = furthest.index < next.index ? [furthest, next] : [next, furthest];
      yield [later.span, earlier.span];
    }
    if (furthest === undefined || next.span.last > furthest.span.last) furthest = next;
  }
}

/** Spans in order, for finding quickly which of them lie in another. */
export function sortedByStart<T extends Span>(spans: readonly T[]): T[] {
  return [...spans].sort((a, b) => a.first - b.first || a.last - b.last);
}

/** Those of the sorted single-number spans that lie in the span; at most 20, so that many wide spans stay cheap. */
export function pointsIn<T extends Span>(sorted: readonly T[], { first, last }: Span): T[] {
  const start = lowerBound(sorted, first);
  return sorted.slice(start, Math.min(start + 20, lowerBound(sorted, last + 1)));
}

function lowerBound(sorted: readonly Span[], value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle]?.first ?? Infinity) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

interface Indexed {
  readonly span: Span;
  readonly index: number;
}

const byStart = (a: Indexed, b: Indexed): number => a.span.first - b.span.first || a.index - b.index;
