import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Workspace } from '../synth/workspace.ts';

let workspace: Workspace;
beforeAll(() => void (workspace = new Workspace()));
afterAll(() => workspace.remove());

const plan = (...args: string[]): ReturnType<Workspace['kaas']> =>
  workspace.kaas(['restore', 'plan', ...args]);

/** The lines about the command line, without the warnings about the fleet. */
const linesOf = (stderr: string): string[] => stderr.split('\n').filter((line) => line.startsWith('kaas: '));

describe('kaas restore plan', () => {
  test('names everything that is missing in one run', async () => {
    const { status, stdout, stderr } = await plan();
    expect({ status, stdout, lines: linesOf(stderr) }).toEqual({
      status: 1,
      stdout: '',
      lines: [
        'kaas: restore plan needs a TENANT, or --datastore NAME for a whole datastore; allowed: acme, build, reports, workshop; or default, reports',
        'kaas: restore plan needs --snapshot FILE; allowed: the name of a backup, such as 20261130T001700Z.db; `latest` in the store names the newest',
      ],
    });
  });

  test('names everything that is wrong in one run', async () => {
    const { status, stderr } = await plan('amce', '--snapshot', 'snapshots/x.db');
    expect({ status, lines: linesOf(stderr) }).toEqual({
      status: 1,
      lines: [
        expect.stringMatching(/^kaas: no tenant is called amce; allowed: acme, build, reports, workshop;/),
        expect.stringMatching(/^kaas: --snapshot "snapshots\/x.db" is no file name; allowed: /),
      ],
    });
  });

  test('of a datastore without a backup says what to set, for one of its tenants as well', async () => {
    const line =
      'kaas: datastore reports has no backup: the platform has never saved it; allowed: a datastore with backup; set datastores.reports.backup in platform/site.yaml (docs/backup-and-restore.md), and restore from what its jobs then save';
    for (const what of [['reports'], ['--datastore', 'reports']]) {
      const { status, stdout, stderr } = await plan(...what, '--snapshot', '20261130T001700Z.db');
      expect({ status, stdout, lines: linesOf(stderr) }).toEqual({ status: 1, stdout: '', lines: [line] });
    }
  });

  test('is made when nothing is missing', async () => {
    const { status, stdout } = await plan('acme', '--snapshot', '20261130T001700Z.db');
    expect([status, stdout.split('\n')[0]]).toEqual([0, '## Restore tenant acme from 20261130T001700Z.db']);
  });
});
