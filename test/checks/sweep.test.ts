import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { overlapping, pointsIn, type Span, sortedByStart } from '../../lib/checks/sweep.ts';

const span = fc
  .tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 12 }))
  .map(([first, length]): Span => ({ first, last: first + length }));
const spans = fc.array(span, { maxLength: 40 });
const touch = (a: Span, b: Span): boolean => a.first <= b.last && b.first <= a.last;

describe('overlapping', () => {
  test('names every span that overlaps another, and only pairs that overlap', () => {
    fc.assert(
      fc.property(spans, (list) => {
        const pairs = [...overlapping(list)];
        const named = new Set(pairs.flat());
        const colliding = list.filter((a) => list.some((b) => a !== b && touch(a, b)));
        expect(pairs.every(([later, earlier]) => touch(later, earlier))).toBe(true);
        expect([...named].sort(byNumbers)).toEqual([...new Set(colliding)].sort(byNumbers));
      }),
    );
  });

  test('tells the later one of the list first', () => {
    fc.assert(
      fc.property(spans, (list) => {
        for (const [later, earlier] of overlapping(list))
          expect(list.indexOf(later)).toBeGreaterThan(list.indexOf(earlier));
      }),
    );
  });

  test('tells fewer pairs than there are spans, however many overlap', () => {
    const alike = Array.from({ length: 1000 }, () => ({ first: 1, last: 9 }));
    expect([...overlapping(alike)]).toHaveLength(999);
  });
});

describe('pointsIn', () => {
  test('finds the points of the span, the first 20 of them', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 80 })), span, (numbers, range) => {
        const points = sortedByStart(numbers.map((number) => ({ first: number, last: number })));
        const expected = numbers
          .filter((number) => range.first <= number && number <= range.last)
          .sort((a, b) => a - b)
          .slice(0, 20);
        expect(pointsIn(points, range).map(({ first }) => first)).toEqual(expected);
      }),
    );
  });
});

const byNumbers = (a: Span, b: Span): number => a.first - b.first || a.last - b.last;
