import { expect, test } from '@jest/globals';
import { windowOf } from '../../lib/checks/kamaji-window.ts';

test.each([
  ['edge-26.2.5', { min: 30, max: 35 }],
  ['26.3.6-edge', { min: 30, max: 35 }],
  ['26.7.1-edge', { min: 30, max: 35 }],
  ['26.7.2-edge', { min: 30, max: 36 }],
  ['26.8.6-edge', { min: 30, max: 36 }],
  ['27.1.1-edge', { min: 30, max: 36 }],
])('%s runs the minors of its own table, in either style of tag', (release, window) => {
  expect(windowOf(release)).toMatchObject(window);
});

test.each(['edge-25.9.5', 'latest', 'v1.35.5-x'])('%s is told to be unknown', (release) => {
  expect(windowOf(release)).toBeUndefined();
});
