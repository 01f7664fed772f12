import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { FreeStretches, type Stretch, Taken } from '../../lib/net/index.ts';

const stretch = fc
  .tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 8 }))
  .map(([first, length]) => ({ first, last: first + length }));
const within = { first: 7, last: 70 };

const numbersOf = ({ first, last }: Stretch): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

describe('the first free numbers', () => {
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
    ['what is taken touches the end', [{ first: 20, last: 99 }], { first: 10, last: 19 }],
    ['nothing is left', [{ first: 0, last: 31 }], undefined],
  ])('%s', (_what, taken, expected) => {
    const gaps = new Taken(taken).gaps({ first: 10, last: 40 });
    expect(new FreeStretches(gaps).take(10)).toEqual(expected);
  });

  test('they keep to steps', () => {
    const gaps = new Taken([{ first: 100, last: 105 }]).gaps({ first: 100, last: 999 });
    expect(new FreeStretches(gaps, 100).take(10)).toEqual({ first: 200, last: 209 });
  });

  test('gaps are used in the order in which they are given, each from its start', () => {
    const free = new FreeStretches([
      { first: 90, last: 99 },
      { first: 10, last: 29 },
    ]);
    expect([free.take(10), free.take(10), free.take(10), free.take(1)]).toEqual([
      { first: 90, last: 99 },
      { first: 10, last: 19 },
      { first: 20, last: 29 },
      undefined,
    ]);
  });

  test('they are the first that a search number by number finds', () => {
    fc.assert(
      fc.property(
        fc.array(stretch, { maxLength: 12 }),
        fc.integer({ min: 1, max: 9 }),
        fc.constantFrom(1, 5),
        (taken, length, step) => {
          const all = taken.flatMap(numbersOf);
          const free = numbersOf(within).filter((number) => !all.includes(number));
          const start = free.find(
            (candidate) =>
              candidate % step === 0 &&
              numbersOf({ first: candidate, last: candidate + length - 1 }).every((n) => free.includes(n)),
          );
          const gaps = new Taken(taken).gaps(within);
          expect(gaps.flatMap(numbersOf)).toEqual(free);
          expect(new FreeStretches(gaps, step).take(length)).toEqual(
            start === undefined ? undefined : { first: start, last: start + length - 1 },
          );
        },
      ),
    );
  });

  test('the longest gap is the largest length that fits', () => {
    fc.assert(
      fc.property(fc.array(stretch, { maxLength: 12 }), (taken) => {
        const gaps = new Taken(taken).gaps(within);
        const { longest } = new FreeStretches(gaps);
        expect(longest === 0 || new FreeStretches(gaps).take(longest) !== undefined).toBe(true);
        expect(new FreeStretches(gaps).take(longest + 1)).toBeUndefined();
      }),
    );
  });
});

test('however often it is asked, free numbers are handed out once, and only free ones', () => {
  fc.assert(
    fc.property(
      fc.array(stretch, { maxLength: 12 }),
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 30 }),
      fc.constantFrom(1, 5),
      (taken, lengths, step) => {
        const free = new Taken(taken).gaps(within);
        const stretches = new FreeStretches(free, step);
        const given = lengths.map((length) => ({ length, got: stretches.take(length) }));
        const numbers = given.flatMap(({ got }) => (got === undefined ? [] : numbersOf(got)));
        expect(new Set(numbers).size).toBe(numbers.length);
        const all = free.flatMap(numbersOf);
        expect(numbers.every((number) => all.includes(number))).toBe(true);
        expect(
          given.every(({ length, got }) => got === undefined || got.last - got.first + 1 === length),
        ).toBe(true);
        // WHEN single numbers are asked for until there are none THEN each free one was handed out
        const ones = new FreeStretches(free);
        const singles = all.map(() => ones.take(1)?.first);
        expect(singles).toEqual(all);
        expect(ones.take(1)).toBeUndefined();
      },
    ),
  );
});
