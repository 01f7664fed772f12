import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { fishScript } from '../../lib/completion/fish.ts';
import { zshScript } from '../../lib/completion/zsh.ts';
import { sample } from './words.ts';

/** Both were tried in their shells (zsh 5.9, fish 3.6); here their exact text is held. */
describe.each([
  ['zsh', zshScript],
  ['fish', fishScript],
] as const)('completion in %s', (shell, script) => {
  test('the script is the one that was tried', () => {
    const golden = join(import.meta.dirname, `sample.${shell}`);
    if (process.env.UPDATE_GOLDEN === '1') writeFileSync(golden, script(sample));
    expect(script(sample)).toBe(readFileSync(golden, 'utf8'));
  });
});
