import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { Workspace } from './workspace.ts';

let workspace: Workspace;
beforeEach(() => void (workspace = new Workspace()));
afterEach(() => workspace.remove());

const remove = (name: string): void => rmSync(join(workspace.folder, `tenants/${name}.yaml`));
const lines = (text: string): string[] => text.split('\n').filter((line) => line.includes('[tenant-lost]'));

describe('the file of a tenant that is gone', () => {
  test('is warned of while dist/ has the tenant as an active one: its Cluster lives on', async () => {
    remove('acme');
    for (const args of [['synth', '--check'], ['synth']]) {
      const { status, stderr } = await workspace.kaas(args);
      expect([args, status, lines(stderr)]).toEqual([
        args,
        // The warning changes no exit code: --check finds dist/ stale, and synth does what it is asked to.
        args.includes('--check') ? 1 : 0,
        [
          'tenants/acme.yaml:1:1: warning[tenant-lost]: the file is gone, and acme was not being removed: its Cluster keeps its shield and lives on; allowed: to delete the file of a tenant that dist/ has with state: removing; take the file back from Git and set state: removing; delete it when kaas verify acme says that it may go',
        ],
      ]);
    }
    // WHEN dist/ no longer has it THEN there is nothing left to warn of
    expect(lines((await workspace.kaas(['synth'])).stderr)).toEqual([]);
  });

  test('is not warned of after state: removing', async () => {
    remove('workshop');
    const { status, stderr } = await workspace.kaas(['synth']);
    expect([status, lines(stderr)]).toEqual([0, []]);
  });

  test('machines are told everything in one JSON document, whatever is wrong with dist/', async () => {
    remove('acme');
    workspace.write('dist/tenants/build/base/mine.yaml', 'kind: ConfigMap\n');
    for (const args of [['synth', '--check'], ['synth']]) {
      const { stdout } = await workspace.kaas([...args, '--format', 'json']);
      const { findings } = JSON.parse(stdout) as { findings: { rule: string }[] };
      expect(findings.map(({ rule }) => rule)).toEqual(
        expect.arrayContaining(['tenant-lost', 'foreign-file']),
      );
    }
  });
});
