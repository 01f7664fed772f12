import { describe, expect, test } from '@jest/globals';
import {
  AUTOSCALER_OPTIONS,
  findOption,
  optionAnnotation,
  optionProblem,
} from '../../lib/autoscaler/options.ts';

const good: readonly (readonly [string, readonly string[]])[] = [
  ['expander', ['least-waste', 'random', 'priority,least-waste', 'most-pods,least-nodes,random']],
  ['max-node-provision-time', ['15m', '90s', '1h', '1h30m', '1h0m10s', '24h']],
  ['max-nodes-total', ['0', '1', '5000']],
  ['scale-down-delay-after-add', ['1s', '1440m']],
  ['scale-down-unneeded-time', ['10m']],
  ['scale-down-utilization-threshold', ['0', '0.5', '.5', '1', '1.0', '0.0001']],
  ['skip-nodes-with-system-pods', ['true', 'false']],
];

const bad: readonly (readonly [string, readonly string[]])[] = [
  [
    'expander',
    ['', 'price', 'grpc', 'least-waste,', 'random,random', 'Random', 'random --v=9', 'random random'],
  ],
  ['max-node-provision-time', ['', '0s', '15', '15 m', '-5m', '1.5h', '25h', '1d', '30m1h', '99999h']],
  ['max-nodes-total', ['', '-1', '5001', '1e3', '0x10', '07', '1.0', '٣']],
  ['scale-down-delay-after-add', ['0m', '86401s']],
  ['scale-down-unneeded-time', ['10', 'ten minutes']],
  ['scale-down-utilization-threshold', ['00.5', '0.12345', '1.1', '-0.5', '50%', '1e-1', '', '.']],
  ['skip-nodes-with-system-pods', ['', 'yes', 'True', '1']],
];

describe('options of a tenant', () => {
  test.each(good.flatMap(([name, values]) => values.map((value) => [name, value])))(
    '%s accepts "%s"',
    (name, value) => {
      expect(optionProblem(name, value)).toBeUndefined();
    },
  );

  test.each(bad.flatMap(([name, values]) => values.map((value) => [name, value])))(
    '%s refuses "%s", naming the value and what is allowed',
    (name, value) => {
      const allowed = findOption(name)?.allowed ?? 'nothing';
      expect(optionProblem(name, value)).toBe(`${name} must be ${allowed}, not "${value}"`);
    },
  );

  test('an unknown option is refused with the list of those that exist', () => {
    expect(optionProblem('scale-down-unneded-time', '10m')).toBe(
      'there is no autoscaler option scale-down-unneded-time; there are expander, max-node-provision-time, max-nodes-total, scale-down-delay-after-add, scale-down-unneeded-time, scale-down-utilization-threshold, skip-nodes-with-system-pods',
    );
  });

  test('every default is allowed, and every annotation has the one prefix', () => {
    for (const option of AUTOSCALER_OPTIONS) {
      expect(option.accepts(option.fallback)).toBe(true);
      expect(optionAnnotation(option)).toBe(`autoscaler.kaas.lab/${option.name}`);
    }
  });

  test('good and bad values are tried for every option', () => {
    const names = AUTOSCALER_OPTIONS.map(({ name }) => name);
    expect(good.map(([name]) => name)).toEqual(names);
    expect(bad.map(([name]) => name)).toEqual(names);
  });
});
