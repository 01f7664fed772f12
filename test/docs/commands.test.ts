import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { commands } from '../../lib/commands/index.ts';
import { pages, root, textOf } from './markdown.ts';

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};

/** Every call of a program in fenced shell blocks and in inline code. */
function callsOf(page: string, program: RegExp): string[] {
  const code = [...textOf(page).matchAll(/```(?:sh|console)\n([\s\S]*?)```|`([^`\n]+)`/g)].flatMap(
    ([, block, inline]) => (block ?? inline ?? '').split('\n'),
  );
  return code
    .flatMap((line) => line.replace(/\s#.*/, '').split(/&&|\||;/))
    .map((call) => call.trim())
    .filter((call) => program.test(call));
}

test('cdk8s synth is called everywhere with the flag that keeps its CLI from asking a registry, and the pinned one has it', () => {
  const cli = readFileSync(join(root, 'node_modules/cdk8s-cli/lib/cli/index.js'), 'utf8');
  expect(cli).toContain("option('check-upgrade', { type: 'boolean'");
  const calls = ['.ci/run', ...pages].flatMap((page) =>
    [...readFileSync(join(root, page), 'utf8').matchAll(/npx cdk8s synth[^`;\n]*/g)].map(([call]) => call),
  );
  expect(calls.length).toBeGreaterThanOrEqual(2);
  expect(calls.filter((call) => !call.startsWith('npx cdk8s synth --check-upgrade=false'))).toEqual([]);
});

describe.each(pages)('%s names only what there is:', (page) => {
  test('npm scripts', () => {
    const scripts = callsOf(page, /^npm (?:run )?[a-z]/).map(
      (call) => /^npm (?:run )?([a-z:0-9]+)/.exec(call)?.[1] ?? '',
    );
    expect(
      scripts.filter(
        (script) => !['ci', 'test', 'install', 'link', ...Object.keys(manifest.scripts)].includes(script),
      ),
    ).toEqual([]);
  });

  test('kaas commands and their options', async () => {
    const wrong: string[] = [];
    for (const call of callsOf(page, /^(?:npx )?kaas [a-z]/)) {
      const words = call.replace(/^npx /, '').split(/\s+/).slice(1);
      const verb = [words.slice(0, 2).join(' '), words[0] ?? ''].find((candidate) =>
        Object.hasOwn(commands, candidate),
      );
      const load = verb === undefined ? undefined : commands[verb];
      if (load === undefined) {
        wrong.push(call);
        continue;
      }
      const { command } = await load();
      const options = words
        .filter((word) => word.startsWith('--'))
        .map((word) => word.slice(2).split('=')[0] ?? '');
      if (options.some((option) => option !== 'help' && !Object.hasOwn(command.options, option)))
        wrong.push(call);
    }
    expect(wrong).toEqual([]);
  });
});
