import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { firstGap, longestGap } from '../../lib/new/gap.ts';

const stretch = fc
  .tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 8 }))
  .map(([first, length]) => ({ first, last: first + length }));

describe('the first gap', () => {
  test.each([
    ['nothing is taken', [], { first: 10, last: 19 }],
    ['the start is taken', [{ first: 5, last: 12 }], { first: 13, last: 22 }],
    ['a gap is too short', [{ first: 13, last: 15 }], { first: 16, last: 25 }],
    [
      'ranges overlap and are not sorted',
      [
        { first: 14, last: 20 },
        { first: 9, last: 15 },
      ],
      { first: 21, last: 30 },
    ],
  ])('%s', (_what, taken, expected) => {
    expect(firstGap(taken, { first: 10, last: 40 }, 10)).toEqual(expected);
  });

  test('it keeps to steps', () => {
    expect(firstGap([{ first: 100, last: 105 }], { first: 100, last: 999 }, 10, 100)).toEqual({
      first: 200,
      last: 209,
    });
  });

  test('it is the first that a search number by number finds', () => {
    fc.assert(
      fc.property(
        fc.array(stretch, { maxLength: 12 }),
        fc.integer({ min: 1, max: 9 }),
        fc.constantFrom(1, 5),
        (taken, length, step) => {
          const within = { first: 7, last: 70 };
          const free = (number: number): boolean =>
            !taken.some(({ first, last }) => first <= number && number <= last);
          const starts = Array.from({ length: 64 }, (_, index) => 7 + index).filter(
            (start) => (start - 7) % step === 0 && start + length - 1 <= 70,
          );
          const start = starts.find((candidate) =>
            Array.from({ length }, (_, index) => candidate + index).every(free),
          );
          expect(firstGap(taken, within, length, step)).toEqual(
            start === undefined ? undefined : { first: start, last: start + length - 1 },
          );
          // WHEN steps do not matter THEN the longest gap is the largest length that fits
          const longest = longestGap(taken, within);
          expect(longest === 0 || firstGap(taken, within, longest) !== undefined).toBe(true);
          expect(firstGap(taken, within, longest + 1)).toBeUndefined();
        },
      ),
    );
  });
});
