import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { run } from '../../lib/cli.ts';
import { type EarlierFleet, readEarlierFleet } from '../../lib/history/index.ts';
import { Folder, Repository } from './repository.ts';

let repository: Repository;
beforeAll(() => {
  repository = new Repository();
  repository.mark();
});
afterEach(() => repository.reset());
afterAll(() => repository.remove());

const foldersIn = (root: string) => ({
  root,
  platform: join(root, 'platform'),
  tenants: join(root, 'tenants'),
});

function earlier(ref: string, root = repository.root): EarlierFleet {
  const read = readEarlierFleet(foldersIn(root), ref);
  if ('problem' in read) throw new Error(read.problem);
  return read;
}

function problem(ref: string, root = repository.root): string {
  const read = readEarlierFleet(foldersIn(root), ref);
  return 'problem' in read ? read.problem : '';
}

describe('an earlier revision', () => {
  test('is the fleet of that commit, and the worktree and the index are not touched', () => {
    repository.edit('tenants/acme.yaml', 'v1.34.4', 'v1.35.5');
    const index = statSync(join(repository.root, '.git/index')).mtimeMs;
    const { fleet, findings } = earlier('HEAD');
    expect(fleet?.tenants.map(({ name, version }) => `${name} ${version?.text ?? ''}`)).toEqual([
      'acme v1.34.4',
    ]);
    expect(fleet?.classes.map(({ name }) => name)).toEqual(['lab-tenant-1']);
    expect(fleet?.versions?.kamaji.version).toBeDefined();
    expect(findings).toEqual([]);
    expect(statSync(join(repository.root, '.git/index')).mtimeMs).toBe(index);
    expect(repository.git('status', '--porcelain')).toBe(' M tenants/acme.yaml\n');
  });

  test('leaves no temporary folder behind', () => {
    const ours = () => readdirSync(tmpdir()).filter((name) => name.startsWith('kaas-revision-'));
    const before = ours();
    earlier('HEAD');
    expect(ours().filter((name) => !before.includes(name))).toEqual([]);
  });

  test('places are those of the repository', () => {
    const { fleet } = earlier('HEAD');
    expect(fleet?.tenants[0]?.source.place(['vmids'])).toEqual({
      file: 'tenants/acme.yaml',
      line: 5,
      column: 8,
    });
  });

  test('GIVEN a branch that others went on from WHEN compared with them THEN it is where the branch left', () => {
    const fork = repository.git('rev-parse', 'HEAD').trim();
    repository.git('branch', 'topic');
    repository.write('tenants/beta.yaml', repository.read('tenants/acme.yaml'));
    repository.commit('another tenant, merged meanwhile');
    repository.git('checkout', '--quiet', 'topic');
    const { fleet, revision } = earlier('main');
    expect(revision).toMatchObject({ ref: 'main', commit: fork, isFork: true });
    expect(fleet?.tenants.map(({ name }) => name)).toEqual(['acme']);
  });

  test('a folder inside a larger repository is found', () => {
    const inner = mkdtempSync(join(repository.root, 'inner-'));
    execFileSync('cp', ['-r', join(repository.root, 'platform'), join(repository.root, 'tenants'), inner]);
    repository.commit('a second fleet');
    const { fleet } = earlier('HEAD', inner);
    expect(fleet?.tenants[0]?.source.file).toBe('tenants/acme.yaml');
  });

  test('a revision without a site file has no fleet', () => {
    repository.git('checkout', '--quiet', '--orphan', 'empty');
    repository.git('rm', '--quiet', '-r', '--cached', '.');
    repository.git('commit', '--quiet', '--allow-empty', '--message', 'nothing');
    expect(earlier('HEAD').fleet).toBeUndefined();
  });

  test.each([40, 64])(
    'the commit before the first one of a branch, %i zeros in pipelines, has no fleet',
    (length) => {
      expect(earlier('0'.repeat(length)).fleet).toBeUndefined();
    },
  );

  test('a file that could not be read there is a warning, one a file', () => {
    repository.write('tenants/acme.yaml', 'owner: [\nkubernetes: {\n');
    repository.commit('broken');
    const { findings, fleet } = earlier('HEAD');
    expect(fleet?.tenants).toEqual([]);
    expect(findings).toHaveLength(1);
    expect(findings[0]).toMatchObject({
      rule: 'history-unread',
      severity: 'warning',
      place: { file: 'tenants/acme.yaml', line: 1 },
    });
  });
});

describe('what cannot be compared with', () => {
  test.each(['nowhere', '--output=/tmp/x', 'HEAD:tenants', '', 'main; true'])('%j is no commit', (ref) => {
    expect(problem(ref)).toBe(
      `git knows no commit ${JSON.stringify(ref)}; allowed: a branch, tag or commit of this clone, such as main; fetch it first`,
    );
  });

  test('a commit that a force push left behind', () => {
    const commit = '1234567890'.repeat(4);
    expect(problem(commit)).toBe(
      `this clone has no commit ${commit}; allowed: one that a branch of it goes on from; after a force push compare with HEAD~1, or run git fetch origin ${commit}`,
    );
  });

  test('a shallow clone says how to get the history', () => {
    repository.git('tag', 'old');
    repository.write('README.md', 'more\n');
    repository.commit('more');
    const clone = mkdtempSync(join(tmpdir(), 'kaas-history-test-'));
    try {
      const url = pathToFileURL(repository.root).href;
      execFileSync('git', ['clone', '--quiet', '--depth', '1', '--no-tags', url, clone], { stdio: 'pipe' });
      expect(problem('old', clone)).toBe(
        'git cannot compare with "old": the clone is shallow; allowed: a clone with full history; run git fetch --unshallow (GitHub Actions: fetch-depth: 0, GitLab: GIT_DEPTH: 0)',
      );
    } finally {
      rmSync(clone, { recursive: true, force: true });
    }
  });

  test('a folder that is in no repository', () => {
    const folder = new Folder();
    try {
      expect(problem('HEAD', folder.root)).toBe(
        `${folder.root} is in no git repository; allowed: a clone with its history; run kaas there, or leave out --against`,
      );
    } finally {
      folder.remove();
    }
  });

  test('folders outside of the repository', () => {
    const folder = new Folder();
    try {
      const read = readEarlierFleet(
        { ...foldersIn(repository.root), tenants: join(folder.root, 'tenants') },
        'HEAD',
      );
      expect(read).toEqual({
        problem: `the folders of the fleet are not all in the git repository ${realpathSync(repository.root)}; allowed: folders of it; leave out --against`,
      });
    } finally {
      folder.remove();
    }
  });
});

describe('kaas check --against', () => {
  test('refuses what a living tenant would not survive, at its line', async () => {
    repository.edit('tenants/acme.yaml', '10.4.0.110', '10.4.0.111');
    const { code, err } = await repository.kaas('check', '--against', 'HEAD');
    expect(err).toContain(
      'tenants/acme.yaml:3:21: error[vip-changed]: VIP 10.4.0.111 takes the place of 10.4.0.110',
    );
    expect(code).toBe(1);
    expect((await repository.kaas('check')).err).not.toContain('vip-changed');
  });

  test('an annotation on the pull request names the same line', async () => {
    repository.edit('tenants/acme.yaml', 'v1.34.4', 'v1.33.5');
    const { out } = await repository.kaas('check', '--against', 'HEAD', '--format', 'github');
    expect(out).toContain(
      '::error file=tenants/acme.yaml,line=2,col=13,title=version-downgrade::v1.33.5 is older than v1.34.4',
    );
  });

  test('the first push of a branch compares with nothing, and says so', async () => {
    const { code, err } = await repository.kaas('check', '--against', '0'.repeat(40));
    expect(err).toContain('has no fleet to compare with: every tenant counts as new');
    expect(code).toBe(0);
  });

  test('an unknown ref is a mistake of the caller', async () => {
    const { code, err } = await repository.kaas('check', '--against', 'nowhere');
    expect({ code, err }).toEqual({
      code: 1,
      err: 'kaas: git knows no commit "nowhere"; allowed: a branch, tag or commit of this clone, such as main; fetch it first\n',
    });
  });

  test('without git it says so', async () => {
    const path = process.env.PATH;
    process.env.PATH = repository.root;
    try {
      let err = '';
      const io = {
        out: () => undefined,
        err: (text: string) => (err += text),
        cwd: repository.root,
        color: false,
        interactive: false,
        env: {},
      };
      expect(await run(['check', '--against', 'HEAD'], io)).toBe(1);
      expect(err).toBe('kaas: git is not installed; comparing with a revision needs it\n');
    } finally {
      process.env.PATH = path;
    }
  });
});
