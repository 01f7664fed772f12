/** Whole numbers from first to last, both included. */
export interface Stretch {
  readonly first: number;
  readonly last: number;
}

/** Numbers that something has already. Built once in n log n; asking for a small part of it is cheap. */
export class Taken {
  /** In order, and none touches the next. */
  readonly #stretches: readonly Stretch[];

  constructor(stretches: readonly Stretch[]) {
    this.#stretches = merged(stretches);
  }

  /** The numbers of `within` that nothing has, in order. */
  gaps({ first, last }: Stretch): Stretch[] {
    const gaps: Stretch[] = [];
    let start = first;
    for (let index = this.#firstEndingFrom(first); start <= last; index += 1) {
      const next = this.#stretches[index];
      if (next === undefined || next.first > last) return [...gaps, { first: start, last }];
      if (next.first > start) gaps.push({ first: start, last: next.first - 1 });
      start = next.last + 1;
    }
    return gaps;
  }

  /** The lowest taken number of `within`, if there is one. */
  lowestIn({ first, last }: Stretch): number | undefined {
    const stretch = this.#stretches[this.#firstEndingFrom(first)];
    return stretch === undefined || stretch.first > last ? undefined : Math.max(first, stretch.first);
  }

  #firstEndingFrom(value: number): number {
    let low = 0;
    let high = this.#stretches.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#stretches[middle]?.last ?? Infinity) < value) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/**
 * Hands out free numbers, those of the first gap first and none twice. It never looks back: after a long stretch, what was too short
 * for it stays unused, so that many requests together take no longer than reading the gaps once.
 */
export class FreeStretches {
  /** Length of the longest gap that there was at first. */
  readonly longest: number;
  readonly #gaps: readonly Stretch[];
  readonly #step: number;
  #index = 0;
  #from = -Infinity;
  #tooLong = Infinity;

  /** `gaps` in the order in which they are to be used; every stretch starts at a multiple of `step`. */
  constructor(gaps: readonly Stretch[], step = 1) {
    this.#gaps = gaps;
    this.#step = step;
    this.longest = gaps.reduce((most, { first, last }) => Math.max(most, last - first + 1), 0);
  }

  /** The next `length` free numbers in a row; undefined if there are no more. */
  take(length: number): Stretch | undefined {
    if (length >= this.#tooLong) return undefined;
    for (let index = this.#index; index < this.#gaps.length; index += 1) {
      const gap = this.#gaps[index];
      if (gap === undefined) break;
      const from = index === this.#index ? Math.max(gap.first, this.#from) : gap.first;
      const first = Math.ceil(from / this.#step) * this.#step;
      const last = first + length - 1;
      if (last > gap.last) continue;
      this.#index = index;
      this.#from = last + 1;
      return { first, last };
    }
    this.#tooLong = length;
    return undefined;
  }
}

/** The same numbers as few stretches, in order; none touches the next. */
export function merged(stretches: readonly Stretch[]): Stretch[] {
  const result: Stretch[] = [];
  for (const { first, last } of [...stretches].sort((a, b) => a.first - b.first)) {
    const before = result.at(-1);
    if (before === undefined || first > before.last + 1) result.push({ first, last });
    else if (last > before.last) result[result.length - 1] = { first: before.first, last };
  }
  return result;
}
