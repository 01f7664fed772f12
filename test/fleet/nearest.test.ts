import { describe, expect, test } from '@jest/globals';
import { nearest } from '../../lib/fleet/index.ts';

describe('the name that was probably meant', () => {
  test.each([
    ['onwer', 'owner', 'two neighbours that changed places'],
    ['ownr', 'owner', 'a letter less'],
    ['OWNER', 'owner', 'capitals'],
    ['kuberentes', 'kubernetes', 'a swap in a long name'],
    ['vpi', 'vip', 'a swap in a short name'],
  ])('of %s is %s: %s', (text, expected) => {
    expect(nearest(text, ['vip', 'owner', 'kubernetes', 'pods', 'pools'])).toBe(expected);
  });

  test('is the nearest of several, and none if all are far', () => {
    expect(nearest('podss', ['pools', 'pods'])).toBe('pods');
    expect(nearest('gateway', ['vip', 'owner'])).toBeUndefined();
    expect(nearest('x'.repeat(200_000), ['vip', 'owner'])).toBeUndefined();
    expect(nearest('owner', [])).toBeUndefined();
  });
});
