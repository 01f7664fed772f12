import { afterAll, describe, expect, test } from '@jest/globals';
import { mutated } from './mutate.ts';
import { Random } from './random.ts';
import { Sandbox } from './sandbox.ts';
import { tryOne } from './trial.ts';

const sandbox = new Sandbox();
afterAll(() => sandbox.remove());

describe('fuzz: damaged files', () => {
  test('the same seed gives the same file, another seed another one', () => {
    const text = sandbox.original('tenants/everything.yaml');
    const make = (seed: number): string => mutated(text, new Random(seed), [text]).toString('latin1');
    expect(make(1)).toBe(make(1));
    expect(new Set([1, 2, 3, 4, 5, 6].map(make)).size).toBe(6);
  });

  test('500 of them crash nothing, hang nothing and write nothing (npm run fuzz tries 20,000)', () => {
    const trials = Array.from({ length: 500 }, (_, index) => tryOne(sandbox, 1_000_000 + index));
    // Processor time is not told here: machines that run tests are busy. npm run fuzz tells it.
    expect(trials.flatMap(({ faults }) => faults.filter((fault) => !/: took \d+ ms\n/.test(fault)))).toEqual(
      [],
    );
    expect(trials.filter(({ outcome }) => outcome === 'accepted').length).toBeGreaterThan(10);
  }, 300_000);
});
