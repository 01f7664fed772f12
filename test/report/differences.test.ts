import { describe, expect, test } from '@jest/globals';
import type { ChangePlan } from '../../lib/report/change-plan.ts';
import { changePlanMarkdown } from '../../lib/report/change-plan-markdown.ts';
import { changePlanText } from '../../lib/report/change-plan-text.ts';
import { differences } from '../../lib/report/differences.ts';
import { totalsOf, type TenantChange } from '../../lib/report/change-plan.ts';

describe('differences', () => {
  test.each<[string, unknown, unknown, unknown]>([
    ['equal values', { a: [1, { b: 2 }] }, { a: [1, { b: 2 }] }, []],
    ['a value deep inside', { a: { b: 1 } }, { a: { b: 2 } }, [{ field: 'a.b', was: '1', is: '2' }]],
    ['a value that comes', {}, { a: 'x' }, [{ field: 'a', is: 'x' }]],
    ['a value that goes', { a: 'x' }, {}, [{ field: 'a', was: 'x' }]],
    ['one item of a list', ['a', 'b'], ['a', 'c'], [{ field: '', was: 'b', is: 'c' }]],
    [
      'items added',
      { l: ['a'] },
      { l: ['a', 'b', 'c'] },
      [
        { field: 'l', is: 'b' },
        { field: 'l', is: 'c' },
      ],
    ],
    [
      'another order',
      { l: ['a', 'b'] },
      { l: ['b', 'a'] },
      [{ field: 'l', was: '["a","b"]', is: '["b","a"]' }],
    ],
    [
      'items with names, in another order',
      {
        l: [
          { name: 'x', v: 1 },
          { name: 'y', v: 1 },
        ],
      },
      {
        l: [
          { name: 'y', v: 2 },
          { name: 'x', v: 1 },
        ],
      },
      [{ field: 'l.y.v', was: '1', is: '2' }],
    ],
    ['items without names', { l: [{ v: 1 }] }, { l: [{ v: 2 }] }, [{ field: 'l.0.v', was: '1', is: '2' }]],
    ['an empty text', { a: '' }, { a: 'x' }, [{ field: 'a', was: '""', is: 'x' }]],
    ['lines', { a: 'x' }, { a: 'x\ny' }, [{ field: 'a', was: 'x', is: 'x\\ny' }]],
    ['a long value is cut', {}, { a: 'x'.repeat(101) }, [{ field: 'a', is: `${'x'.repeat(100)}...` }]],
  ])('%s', (_name, was, is, expected) => {
    expect(differences(was, is)).toEqual(expected);
  });
});

const tenant = (name: string, field: string): TenantChange => ({
  name,
  kind: 'changed',
  controlPlane: undefined,
  pools: [],
  newMachines: [{ field, was: '1', is: '2' }],
  cluster: [],
  beside: [],
});

const planOf = (tenants: readonly TenantChange[]): ChangePlan => ({
  ref: 'main',
  commit: '0123456789abcdef',
  tenants,
  unchanged: [],
  unknown: [],
  pins: [],
  bundles: [],
  totals: totalsOf(tenants),
});

describe('a plan of many tenants', () => {
  test('tenants to which the same happens are told together', () => {
    const text = changePlanText(planOf([tenant('a', 'x'), tenant('b', 'y'), tenant('c', 'x')]));
    expect(text).toContain('a, c (2 tenants, each)\n  for machines made from now on: x 1 -> 2\nb\n');
  });

  test('a comment stays below what GitHub takes, however many tenants change', () => {
    const names = Array.from({ length: 5000 }, (_, index) =>
      tenant(`tenant-${String(index)}`, `field-${String(index)}`),
    );
    const comment = changePlanMarkdown(planOf(names));
    expect(comment.length).toBeLessThan(65_536);
    expect(comment).toContain('... and 4970 tenants more.');
    expect(comment).toContain('... (run kaas plan for the rest)');
  });

  test('no value ends the fence or breaks the table', () => {
    const comment = changePlanMarkdown(planOf([tenant('a|b`<', '```')]));
    expect(comment).toContain('| a?b?? |');
    expect(comment).toContain('\n````text\n');
    expect(comment.trimEnd().split('\n').slice(-3)).toEqual(['````', '', '</details>']);
  });
});
