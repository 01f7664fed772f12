import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { AUTOSCALER_OPTIONS, optionProblem } from '../../lib/autoscaler/options.ts';
import { autoscalerOptionsOf } from '../../lib/fleet/index.ts';
import { judgedFixture } from './judged.ts';

const options = fc.record(
  {
    expander: fc.constantFrom('least-waste', 'most-pods', 'random', 'least-nodes'),
    unneededTime: fc
      .tuple(fc.integer({ min: 1, max: 200_000 }), fc.constantFrom('s', 'm', 'h'))
      .map(([number, unit]) => `${String(number)}${unit}`),
    // Written out: a number with an exponent is refused when the file is read.
    utilizationThreshold: fc
      .tuple(fc.integer({ min: 0, max: 1_000_000 }), fc.integer({ min: 0, max: 6 }))
      .map(([number, digits]) => Number((number / 1_000_000).toFixed(digits)))
      .filter((number) => !String(number).includes('e')),
    maxNodes: fc.integer({ min: 1, max: 20_000 }),
  },
  { requiredKeys: [] },
);

describe('the check and the job agree', () => {
  test('of every value that the schema lets through, exactly those are errors that the job would not follow', () => {
    fc.assert(
      fc.property(options, (autoscaler) => {
        const refused = autoscalerOptionsOf(autoscaler).filter(
          ({ name, value }) => optionProblem(name, value) !== undefined,
        );
        const text = JSON.stringify({ autoscaler })
          .slice(1, -1)
          .replace(/^"autoscaler":/, 'autoscaler: ');
        const findings = judgedFixture(`${text}\n`);
        expect(findings.filter(({ rule }) => rule === 'bad-value')).toEqual([]);
        expect(findings.filter(({ rule }) => rule === 'autoscaler-options')).toHaveLength(refused.length);
      }),
      { numRuns: 30 },
    );
  });

  test('every option of a tenant file is one that the job knows', () => {
    const whole = { expander: 'random', unneededTime: '1m', utilizationThreshold: 0.1, maxNodes: 1 } as const;
    const known = AUTOSCALER_OPTIONS.map(({ name }) => name);
    expect(autoscalerOptionsOf(whole)).toHaveLength(4);
    expect(
      autoscalerOptionsOf(whole)
        .map(({ name }) => name)
        .filter((name) => !known.includes(name)),
    ).toEqual([]);
  });
});
