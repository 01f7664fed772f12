import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Workspace } from '../synth/workspace.ts';
import { blocksOf, root, sectionOf, textOf } from './markdown.ts';

const readme = textOf('README.md');
let workspace: Workspace;

/** A clone as a reader has it, with the sample fleet on origin/main. */
beforeAll(async () => {
  workspace = new Workspace();
  const git = (...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=reader', '-c', 'user.email=reader@k8s.lab', ...args], {
      cwd: workspace.folder,
      encoding: 'utf8',
    });
  git('init', '--quiet');
  await workspace.kaas(['synth']);
  git('add', '.');
  git('commit', '--quiet', '--message=The sample');
  git('update-ref', 'refs/remotes/origin/main', 'HEAD');
});
afterAll(() => {
  workspace.remove();
});

const scripts: Readonly<Record<string, string>> = (
  JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> }
).scripts;

/** The words of a command line after `kaas`; an npm script is what package.json says that it is. */
function kaasWords(line: string): string[] {
  const command = line.replace(/\s+#.*/, '').trim();
  const [, script = ''] = /^npm run (\S+)$/.exec(command) ?? [];
  const run = script === '' ? command : (scripts[script] ?? '');
  const [, words = ''] = /^(?:npx kaas|node lib\/kaas\.js) (.+)$/.exec(run) ?? [];
  if (words === '') throw new Error(`not a call of kaas: ${line}`);
  return words.split(/\s+/);
}

const linesOf = (heading: string): string[] =>
  blocksOf(sectionOf(readme, heading), 'sh').flatMap((block) => block.trim().split('\n'));

test('the tenant that it shows is the one of the sample', () => {
  expect(blocksOf(readme, 'yaml')).toEqual([readFileSync(join(root, 'tenants/acme.yaml'), 'utf8')]);
});

describe('the commands of README.md, in their order', () => {
  test('add a tenant', async () => {
    const lines = linesOf('Add one');
    expect(lines).toHaveLength(3);
    for (const line of lines) {
      const { status, stderr } = await workspace.kaas(kaasWords(line));
      expect([line, status, stderr]).toEqual([line, 0, expect.anything()]);
    }
    expect(workspace.read('dist/tenants/blue/cluster/cluster-blue.yaml')).toContain('name: blue');
  });

  test('say what changes', async () => {
    const lines = linesOf('Change one');
    const outputs: string[] = [];
    for (const line of lines) {
      const { status, stdout } = await workspace.kaas(kaasWords(line));
      expect([line, status]).toEqual([line, 0]);
      outputs.push(stdout);
    }
    expect(outputs[0]).toMatch(/0 control planes rolled, 0 machines replaced, 1\.\.5 new, 0 deleted/);
  });

  test('a mistake is answered as it says', async () => {
    const [shown = ''] = blocksOf(readme, 'text');
    const good = workspace.read('tenants/blue.yaml');
    workspace.write('tenants/blue.yaml', good.replace(/vip: [\d.]+/, 'vip: 10.4.0.101'));
    const { status, stdout, stderr } = await workspace.kaas(['check']);
    workspace.write('tenants/blue.yaml', good);
    expect(status).toBe(1);
    expect(stdout + stderr).toContain(shown.trim());
  });

  test.each([
    'explain vip-unique',
    'explain pools.NAME.nodes',
    'class release',
    'restore plan acme --snapshot FILE',
  ])('kaas %s', async (command) => {
    expect(readme).toContain(`npx kaas ${command}`);
    const words = command.replace('FILE', '20261130T001700Z.db').split(' ');
    const { status, stdout, stderr } = await workspace.kaas(words);
    expect([status, stdout + stderr]).toEqual([0, expect.stringMatching(/\S/)]);
  });

  test('the entry points of both engines are files that synth writes', async () => {
    const entries = [...readme.matchAll(/-f dist\/(\S+?\.yaml)/g)].map(([, path = '']) => path);
    expect(entries).toHaveLength(4);
    const site = workspace.read('platform/site.yaml');
    const missing = new Set(entries);
    for (const engine of ['argocd', 'flux']) {
      workspace.write('platform/site.yaml', site.replace(/engine: \w+/, `engine: ${engine}`));
      await workspace.kaas(['synth']);
      for (const entry of entries.filter((path) => path.startsWith(engine)))
        if (workspace.read(`dist/${entry}`) !== '') missing.delete(entry);
    }
    expect([...missing]).toEqual([]);
  });
});
