import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { faultsOf, kaasCalls } from './commands.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

const github = parse(read('.github/workflows/kaas.yaml')) as {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions: unknown;
  readonly jobs: { readonly fleet: { readonly steps: readonly Step[] } };
};
const { steps } = github.jobs.fleet;
const gitlab = parse(read('.gitlab-ci.yml')) as {
  readonly workflow: unknown;
  readonly fleet: {
    readonly variables: unknown;
    readonly before_script: readonly string[];
    readonly script: readonly string[];
    readonly artifacts: { readonly paths: readonly string[] };
  };
};
const scripts = {
  GitHub: steps.map(({ run = '' }) => run).join('\n'),
  GitLab: [...gitlab.fleet.before_script, ...gitlab.fleet.script].join('\n'),
};

describe('kaas in package.json', () => {
  test('is the command that npx finds', () => {
    const { bin } = JSON.parse(read('package.json')) as { readonly bin: { readonly kaas: string } };
    expect(existsSync(join(root, bin.kaas))).toBe(true);
  });
});

describe.each(Object.entries(scripts))('the workflow for %s', (name, script) => {
  test('installs, checks the fleet against an earlier commit, and checks dist/', () => {
    expect(script).toContain('npm ci');
    const calls = kaasCalls(script).map((call) => call.join(' '));
    expect(calls).toEqual([
      name === 'GitHub' ? 'check --against $BASE --format github' : 'check --against $BASE',
      'synth --check',
      'plan --against $BASE --format markdown',
    ]);
  });

  test.each(kaasCalls(script).map((call) => [call.join(' '), call] as const))(
    'kaas %s is a command that there is',
    async (_text, call) => {
      expect(await faultsOf(call)).toEqual([]);
    },
  );

  test('puts no text of a pull request into a shell', () => {
    expect(script).not.toContain('${{');
    expect(script).not.toMatch(/(?<!")\$(?:BASE|CI_\w+)\b(?!")(?=\s|$)(?<!BASE=\$CI_COMMIT_BEFORE_SHA)/m);
  });
});

describe('commands that do not exist', () => {
  test.each([
    [['chek']],
    [['check', '--formt', 'github']],
    [['check', '--format', 'gitlab']],
    [['synth', 'now']],
  ])('%j is noticed', async (call) => {
    expect(await faultsOf(call)).toHaveLength(1);
  });
});

describe('the workflow for GitHub', () => {
  test('runs for pull requests, for the merge queue and on main', () => {
    expect(github.on).toEqual({ pull_request: null, merge_group: null, push: { branches: ['main'] } });
  });

  test('has the whole history, and may only read', () => {
    const checkout = steps.find(({ uses }) => uses?.startsWith('actions/checkout@'));
    expect(checkout?.with).toEqual({ 'fetch-depth': 0, 'persist-credentials': false });
    expect(github.permissions).toEqual({ contents: 'read' });
  });

  test('pins every action to a commit', () => {
    const uses = steps.flatMap((step) => step.uses ?? []);
    expect(uses.length).toBeGreaterThan(0);
    for (const action of uses) expect(action).toMatch(/^actions\/[a-z-]+@[0-9a-f]{40}$/);
  });
});

describe('the workflow for GitLab', () => {
  test('runs for merge requests, merge trains and on the default branch, with the whole history', () => {
    expect(gitlab.workflow).toEqual({
      rules: [
        { if: '$CI_PIPELINE_SOURCE == "merge_request_event"' },
        { if: '$CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH' },
      ],
    });
    expect(gitlab.fleet.variables).toEqual({ GIT_DEPTH: '0' });
  });

  test('keeps the plan that it writes', () => {
    expect(gitlab.fleet.script.at(-1)).toMatch(/ > plan\.md$/);
    expect(gitlab.fleet.artifacts.paths).toEqual(['plan.md']);
  });
});
