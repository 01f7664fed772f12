import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { cpSync, existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../../lib/cli.ts';
import { repository, treeOf, Workspace } from '../synth/workspace.ts';

let workspace: Workspace;
beforeEach(() => void (workspace = new Workspace()));
afterEach(() => workspace.remove());

/** The command as if typed in a folder of the workspace. */
async function kaasIn(
  folder: string,
  args: readonly string[],
): Promise<{ status: number; stdout: string; stderr: string }> {
  let [stdout, stderr] = ['', ''];
  const status = await run(args, {
    out: (text) => (stdout += text),
    err: (text) => (stderr += text),
    cwd: join(workspace.folder, folder),
    color: false,
    interactive: false,
    env: {},
  });
  return { status, stdout, stderr };
}

describe('an output folder that is no folder of its own', () => {
  test.each([
    ['platform', 'is the platform folder'],
    ['tenants', 'is the tenants folder'],
    ['tenants/dist', 'lies in the tenants folder'],
    ['platform/classes', 'lies in the platform folder'],
    ['.', 'holds the platform folder'],
    ['../', 'holds the platform folder'],
    ['link-to-tenants', 'is the tenants folder'],
    ['link-to-tenants/new', 'lies in the tenants folder'],
    [join(repository, 'lib'), 'is lib/ of kaas itself'],
    [join(repository, 'imports/schemas'), 'lies in imports/ of kaas itself'],
    [join(repository, 'docs'), 'is docs/ of kaas itself'],
    [repository, 'holds lib/ of kaas itself'],
  ])('%s is refused in one line, and no file goes', async (out, problem) => {
    symlinkSync(join(workspace.folder, 'tenants'), join(workspace.folder, 'link-to-tenants'));
    const before = treeOf(workspace.folder);
    for (const more of [['--remove-foreign'], ['--check'], []]) {
      const { status, stdout, stderr } = await workspace.kaas(['synth', '--out', out, ...more]);
      expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
      expect(stderr).toMatch(
        /^kaas: --out [^\n]+; allowed: a folder for generated files only; name another, such as dist\n$/,
      );
      expect(stderr).toContain(` ${problem} (`);
    }
    expect(treeOf(workspace.folder)).toEqual(before);
  });

  test('is refused where the tenants lie elsewhere, too', async () => {
    cpSync(join(workspace.folder, 'tenants'), join(workspace.folder, 'teams'), { recursive: true });
    const args = ['synth', '--tenants', 'teams', '--out', 'teams', '--remove-foreign'];
    expect((await workspace.kaas(args)).status).toBe(1);
    expect(existsSync(join(workspace.folder, 'teams/acme.yaml'))).toBe(true);
  });

  test('a name that only begins like theirs is fine', async () => {
    expect((await workspace.kaas(['synth', '--out', 'tenants-dist'])).status).toBe(0);
  });

  test('a person who stands in dist/ is told to run from the repository', async () => {
    const { status, stderr } = await kaasIn('dist/tenants', ['synth']);
    expect(status).toBe(1);
    expect(stderr).toBe(
      `kaas: dist holds the folder you are in, and is written as a whole; allowed: any other folder of the repository; run kaas in ${workspace.folder}\n`,
    );
  });
});

describe('a platform folder elsewhere', () => {
  beforeEach(() => {
    for (const part of ['platform', 'tenants'])
      cpSync(join(workspace.folder, part), join(workspace.folder, 'other', part), { recursive: true });
    rmSync(join(workspace.folder, 'other/tenants/reports.yaml'));
  });

  test('has its tenants and its dist/ beside it, and ./dist stays as it is', async () => {
    const before = treeOf(join(workspace.folder, 'dist'));
    const { status, stderr } = await workspace.kaas(['synth', '--platform', 'other/platform']);
    expect(status).toBe(0);
    expect(stderr).toMatch(/^3 tenants, \d+ files in other\/dist: \d+ added$/m);
    expect(existsSync(join(workspace.folder, 'other/dist/tenants/reports'))).toBe(false);
    expect(treeOf(join(workspace.folder, 'dist'))).toEqual(before);
  });

  test('with --tenants and --out has those', async () => {
    const args = ['synth', '--platform', 'other/platform', '--tenants', 'tenants', '--out', 'there'];
    const { stderr } = await workspace.kaas(args);
    expect(stderr).toMatch(/^4 tenants, \d+ files in there: \d+ added$/m);
  });
});

describe('findings about the output folder', () => {
  test('name the folder that was compared', async () => {
    mkdirSync(join(workspace.folder, 'there'));
    workspace.write('there/tenants/mine.yaml', 'kind: ConfigMap\n');
    const compared = await workspace.kaas(['synth', '--check', '--out', 'there']);
    expect(compared.status).toBe(1);
    expect(compared.stderr).toContain(
      'there/tenants/mine.yaml:1:1: error[foreign-file]: kaas did not make this file; there/ holds what kaas makes',
    );
    expect(compared.stderr).toMatch(
      /^there\/tenants\/acme:1:1: error\[stale-file\]: \d+ files are not there/m,
    );
    expect(compared.stderr).toMatch(
      /^not up to date: run the same command without --check, and commit there\/$/m,
    );
    expect(compared.stderr).not.toContain('dist/');
    const written = await workspace.kaas(['synth', '--out', 'there']);
    expect(written.stderr).toContain('there/tenants/mine.yaml:1:1: error[foreign-file]');
    expect(written.stderr).toMatch(/^nothing written: 1 file in there\/ that kaas did not make$/m);
  });

  test('name it whole where it is outside of the repository', async () => {
    const inside = join(workspace.folder, 'repository');
    for (const part of ['platform', 'tenants'])
      cpSync(join(workspace.folder, part), join(inside, part), { recursive: true });
    const { stderr } = await kaasIn('repository', ['synth', '--check', '--out', '../there']);
    expect(stderr).toContain(`${workspace.folder}/there/tenants/acme:1:1: error[stale-file]`);
  });
});
