import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { blocksOf, sectionOf, textOf } from '../../docs/markdown.ts';
import { binary, ensureBuilt } from '../lab/build.ts';
import { etcd } from '../lab/components.ts';
import { createEtcdCluster, type EtcdCluster } from './etcd-cluster.ts';
import { etcdctl } from './programs.ts';

const dir = mkdtempSync(join(tmpdir(), 'kaas-nospace-'));
const blocks = blocksOf(sectionOf(textOf('docs/backup-and-restore.md'), 'When the quota is used up'), 'sh');
let cluster: EtcdCluster;

beforeAll(async () => {
  await ensureBuilt([etcd, etcdctl]);
  cluster = await createEtcdCluster({ dir: join(dir, 'etcd'), members: 3, quota: 16 * 1024 ** 2 });
  await cluster.start();
  cluster.enableAuth();
  mkdirSync(join(dir, 'bin'));
  symlinkSync(binary(etcdctl), join(dir, 'bin/etcdctl'));
  // `kubectl exec` runs its command right here; whatever else is asked of it is only written down.
  writeFileSync(
    join(dir, 'bin/kubectl'),
    `#!/bin/bash
if [[ "$*" == *' exec etcdctl -- '* ]]; then
  while [ "$1" != -- ]; do shift; done; shift
  exec "$@"
fi
echo "$*" >> ${dir}/asked
`,
    { mode: 0o755 },
  );
}, 600_000);

afterAll(async () => {
  await cluster.kill();
  rmSync(dir, { recursive: true, force: true });
});

/** Runs one block of the page in bash, in the pod's environment. */
function run(block: string): string {
  const root = { certificate: join(dir, 'etcd/root.pem'), key: join(dir, 'etcd/root-key.pem') };
  const { stdout, stderr } = spawnSync('bash', ['-c', block], {
    encoding: 'utf8',
    env: {
      PATH: `${join(dir, 'bin')}:${process.env['PATH'] ?? ''}`,
      ETCDCTL_ENDPOINTS: `https://127.0.0.1:${cluster.members[0]?.clientPort ?? 0}`,
      ETCDCTL_CACERT: join(dir, 'etcd/ca.crt'),
      ETCDCTL_CERT: root.certificate,
      ETCDCTL_KEY: root.key,
    },
  });
  return stdout + stderr;
}

function fillUp(): string {
  const value = 'x'.repeat(100_000);
  for (let written = 0; written < 1000; written += 1)
    try {
      cluster.ctl(['put', `/kaas_acme/events/noise/${written % 20}`, value]);
    } catch (error) {
      return String(error);
    }
  return '';
}

describe('docs/backup-and-restore.md, when the quota is used up', () => {
  test('its commands say what is wrong and who did it, and take the alarm back', () => {
    // GIVEN an etcd whose quota one tenant has used up, most of it with history
    cluster.ctl(['put', '/kaas_build/configmaps/kube-system/x', 'y']);
    expect(fillUp()).toContain('mvcc: database space exceeded');
    expect(() => cluster.ctl(['endpoint', 'health'])).toThrow('Active Alarm(s): NOSPACE');
    const [look = '', who = '', free = '', after = ''] = blocks;
    expect(blocks).toHaveLength(4);
    // WHEN the blocks are run in their order
    expect(run(look)).toMatch(/alarm:NOSPACE/);
    expect(run(who).trim().split('\n')[0]).toMatch(/^\s*20 kaas_acme\/events$/);
    const freed = run(free);
    // THEN every member gave room back, the alarm is gone for good, and writing works
    expect(freed.match(/Finished defragmenting etcd member/g)).toHaveLength(3);
    expect(freed.match(/is healthy/g)).toHaveLength(3);
    expect(cluster.ctl(['alarm', 'list']).trim()).toBe('');
    expect(cluster.ctl(['put', '/kaas_build/configmaps/kube-system/x', 'z'])).toContain('OK');
    // AND the rest asks for the pod, a backup, and the end of the pod
    run(after);
    expect(readFileSync(join(dir, 'asked'), 'utf8').trim().split('\n')).toEqual([
      'apply --filename=docs/examples/etcdctl.yaml',
      '-n kamaji-etcd wait pod/etcdctl --for=condition=Ready --timeout=2m',
      '-n kamaji-etcd create job after-nospace --from=cronjob/backup-default',
      '-n kamaji-etcd delete pod etcdctl',
    ]);
  }, 300_000);

  test('a history that etcd has dropped already is no obstacle', () => {
    expect(fillUp()).toContain('mvcc: database space exceeded');
    const [, , free = ''] = blocks;
    const status = JSON.parse(cluster.ctl(['endpoint', 'status', '--write-out=json'])) as [
      { Status: { header: { revision: number } } },
    ];
    cluster.ctl(['compact', String(status[0].Status.header.revision)]);
    const freed = run(free);
    expect(freed).toContain('required revision has been compacted');
    expect(freed.match(/is healthy/g)).toHaveLength(3);
  }, 300_000);
});
