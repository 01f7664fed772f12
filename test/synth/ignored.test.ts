import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { repository } from './workspace.ts';

test('no ignore rule hides a tenant from Git, whatever it is called', () => {
  const rules = readFileSync(join(repository, '.gitignore'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  const names = [
    'build',
    'coverage',
    'dist',
    'tmp',
    ...rules.map((rule) => rule.replaceAll(/[^a-z0-9-]/g, '')),
  ];
  const paths = names.map((name) => `dist/tenants/${name}/cluster/cluster-${name}.yaml`);
  const ignored = spawnSync('git', ['check-ignore', '--no-index', '--stdin'], {
    cwd: repository,
    input: paths.join('\n'),
    encoding: 'utf8',
  });
  expect(ignored.stdout).toBe('');
});
