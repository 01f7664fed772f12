import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from '@jest/globals';

/** Compares with test/autoscaler/golden/NAME; UPDATE_GOLDEN=1 rewrites the file. */
export function expectGolden(name: string, text: string): void {
  const file = fileURLToPath(new URL(`golden/${name}`, import.meta.url));
  if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(file, text);
  expect(text).toBe(readFileSync(file, 'utf8'));
}
