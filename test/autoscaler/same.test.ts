import { describe, expect, test } from '@jest/globals';
import { covers } from '../../lib/autoscaler/same.ts';

describe('what is wanted is already there', () => {
  test.each([
    ['added fields', { a: 1, b: 2 }, { a: 1 }],
    [
      'an added annotation',
      { metadata: { annotations: { x: '1', y: '2' } } },
      { metadata: { annotations: { x: '1' } } },
    ],
    [
      'another container',
      { containers: [{ name: 'sidecar' }, { name: 'ca', tty: false }] },
      { containers: [{ name: 'ca' }] },
    ],
    [
      'another owner',
      { ownerReferences: [{ uid: '2' }, { uid: '1', name: 'x' }] },
      { ownerReferences: [{ uid: '1' }] },
    ],
    [
      'defaults inside a list',
      { volumes: [{ name: 'k', secret: { secretName: 's', defaultMode: 420 } }] },
      { volumes: [{ name: 'k', secret: { secretName: 's' } }] },
    ],
  ])('despite %s', (_, live, wanted) => {
    expect(covers(live, wanted)).toBe(true);
  });

  test.each([
    ['a changed value', { a: 1 }, { a: 2 }],
    ['another type', { a: '1' }, { a: 1 }],
    ['a missing field', {}, { a: false }],
    ['an added flag', { args: ['--a', '--b'] }, { args: ['--a'] }],
    ['flags in another order', { args: ['--b', '--a'] }, { args: ['--a', '--b'] }],
    ['an added subject', { subjects: [{ name: 'a' }, { name: 'evil' }] }, { subjects: [{ name: 'a' }] }],
    [
      'an added egress rule',
      { egress: [{ ports: [{ port: 1 }] }, {}] },
      { egress: [{ ports: [{ port: 1 }] }] },
    ],
    ['an added port of a policy rule', { ports: [{ port: 1 }, { port: 2 }] }, { ports: [{ port: 1 }] }],
    ['a missing container', { containers: [{ name: 'sidecar' }] }, { containers: [{ name: 'ca' }] }],
    ['a list where an object was', { a: [] }, { a: {} }],
    ['nothing', undefined, { a: 1 }],
  ])('not with %s', (_, live, wanted) => {
    expect(covers(live, wanted)).toBe(false);
  });
});
