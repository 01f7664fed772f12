import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ensureBuilt } from '../lab/build.ts';
import { etcd } from '../lab/components.ts';
import { type Bucket, latest, listed, startBucket } from './bucket.ts';
import { contents, fill, registry } from './contents.ts';
import { configMapsOf, emittedObjects, jobOf, withEnvironment } from './emitted.ts';
import { createEtcdCluster, type EtcdCluster, loseVolume } from './etcd-cluster.ts';
import { runJob } from './job.ts';
import { outputOf, type World } from './pod.ts';
import { etcdctl, etcdutl, rclone } from './programs.ts';

const dir = mkdtempSync(join(tmpdir(), 'kaas-backup-'));
let cluster: EtcdCluster;
let bucket: Bucket;

beforeAll(async () => {
  await ensureBuilt([etcd, etcdctl, etcdutl, rclone]);
  cluster = await createEtcdCluster({ dir: join(dir, 'etcd'), members: 3 });
  await cluster.start();
  cluster.enableAuth();
  await fill(cluster, { ...registry('kaas_acme', 700), ...registry('kaas_build', 300) });
  bucket = await startBucket(dir);
});

afterAll(async () => {
  await bucket.stop();
  await cluster.kill();
  rmSync(dir, { recursive: true, force: true });
});

/** A backup into a folder of its own, so that the tests do not see each other's. */
const objectsFor = (path: string, more = ''): readonly unknown[] =>
  emittedObjects(
    `{to: {s3: {endpoint: "${bucket.url}", bucket: kaas-backup, path: ${path}, secret: backup-s3}}, drill: {schedule: "43 3 * * *"}, defragment: "7 4 * * 0"${more}}`,
    3,
  );

const world = (objects: readonly unknown[], more: Partial<World> = {}): World => ({
  dir: join(dir, 'pods'),
  secrets: {
    'backup-s3': bucket.secret,
    'backup-key': { password: 'correct horse battery staple' },
    'etcd-default-client-certs': {
      'ca.crt': cluster.authority.certificate,
      'tls.crt': cluster.root.certificate,
      'tls.key': cluster.root.key,
    },
  },
  configMaps: configMapsOf(objects),
  claims: Object.fromEntries(cluster.members.map(({ name, volume }) => [`data-${name}`, volume])),
  names: {
    ...cluster.names,
    '127.0.0.1:2379': `127.0.0.1:${throwAway.client}`,
    '127.0.0.1:2380': `127.0.0.1:${throwAway.peer}`,
  },
  ...more,
});

/** Ports of the throw-away etcd: in a pod they are its own, here they are the machine's. */
const throwAway = { client: 23790 + (process.pid % 1000), peer: 24790 + (process.pid % 1000) };

describe('a backup', () => {
  test('is taken, proved, shipped, read back and named the newest', async () => {
    const objects = objectsFor('plain');
    const outcome = await runJob(jobOf(objects, 'backup-default'), world(objects));
    expect(outcome.attempts.map(({ ran }) => ran.map(({ name, code }) => `${name} ${code}`))).toEqual([
      ['certificate 0', 'has-quorum 0', 'save 0', 'still-has-quorum 0', 'status 0', 'prove 0', 'ship 0'],
    ]);
    const [name] = listed(bucket, 'plain/snapshots');
    expect(name).toMatch(/^\d{8}T\d{6}Z\.db$/);
    expect(latest(bucket, 'plain')).toBe(name);
    expect(listed(bucket, 'plain/snapshots')).toEqual([name, `${String(name)}.sha256`]);
    expect(listed(bucket, 'plain/incoming')).toEqual([]);
    expect(outputOf(outcome.attempts[0], 'status')).toMatch(/"totalKey":10\d\d/);
  });
});

describe('the whole store', () => {
  test('comes back byte for byte after every member lost its volume, and no revision is used twice', async () => {
    // GIVEN a backup, and writes after it
    const objects = objectsFor('whole', ', encryptionSecret: backup-key');
    expect((await runJob(jobOf(objects, 'backup-default'), world(objects))).succeeded).toBe(true);
    const before = await contents(cluster, '/');
    cluster.ctl(['put', '/kaas_acme/later', 'lost']);
    const revision = (): number =>
      Number(/"revision":(\d+)/.exec(cluster.ctl(['endpoint', 'status', '-w', 'json']))?.[1]);
    const lastRevision = revision();
    // WHEN every member and its volume is lost, and each is restored from the newest backup
    await cluster.kill();
    cluster.members.forEach(loseVolume);
    for (const [index, { volume }] of cluster.members.entries()) {
      mkdirSync(volume, { recursive: true });
      const outcome = await runJob(jobOf(objects, `backup-default-member-${index}`), world(objects));
      expect(outcome).toMatchObject({ succeeded: true });
    }
    await cluster.start();
    // THEN all keys are there, the users still are, and revisions go on far above the old ones
    expect(await contents(cluster, '/')).toEqual(before);
    expect(cluster.ctl(['auth', 'status'])).toContain('Authentication Status: true');
    expect(revision()).toBeGreaterThan(lastRevision + 900_000_000);
    expect(() => cluster.ctl(['get', '/kaas_acme/later', `--rev=${lastRevision}`])).toThrow(/compacted/);
  });

  test('keeps the old data beside the new until it is told to discard it', async () => {
    const objects = objectsFor('whole', ', encryptionSecret: backup-key');
    const job = jobOf(objects, 'backup-default-member-0');
    const volume = cluster.members[0]?.volume ?? '';
    await cluster.kill();
    expect((await runJob(job, world(objects))).succeeded).toBe(true);
    expect(readdirSync(volume).filter((name) => name.startsWith('before-restore-'))).toHaveLength(1);
    expect((await runJob(withEnvironment(job, 'DISCARD_OLD', 'yes'), world(objects))).succeeded).toBe(true);
    expect(readdirSync(volume)).toEqual(['member']);
    for (const index of [1, 2])
      await runJob(jobOf(objects, `backup-default-member-${index}`), world(objects));
    await cluster.start();
  });
});

describe('the drill', () => {
  test('passes when the newest backup holds every tenant', async () => {
    const objects = objectsFor('whole', ', encryptionSecret: backup-key');
    const outcome = await runJob(jobOf(objects, 'backup-default-drill'), world(objects));
    expect(outputOf(outcome.attempts.at(-1), 'program')).toBe(
      'kaas_acme: 700 keys restored, 700 live\nkaas_build: 300 keys restored, 300 live\ndrill: 2 tenants in the stores; every tenant would come back\n',
    );
    expect(outcome.succeeded).toBe(true);
  });

  test('fails when a tenant that has keys is not in the backup', async () => {
    await fill(cluster, registry('kaas_newcomer', 5));
    const objects = objectsFor('whole', ', encryptionSecret: backup-key');
    const outcome = await runJob(jobOf(objects, 'backup-default-drill'), world(objects));
    expect(outputOf(outcome.attempts.at(-1), 'program')).toContain(
      'kaas_newcomer: 0 keys restored, 5 live: not in the snapshot',
    );
    expect(outcome.succeeded).toBe(false);
    cluster.ctl(['del', '/kaas_newcomer/', '--prefix']);
  });
});

describe('defragmentation', () => {
  test('gives room back, member by member', async () => {
    const objects = objectsFor('plain');
    const size = (): number =>
      Number(/"dbSize":(\d+)/.exec(cluster.ctl(['endpoint', 'status', '-w', 'json']))?.[1]);
    await fill(
      cluster,
      Object.fromEntries(
        Array.from({ length: 900 }, (_, at) => [`/kaas_bulk/${at}`, Buffer.alloc(12_000, at % 256)]),
      ),
    );
    cluster.ctl(['del', '/kaas_bulk/', '--prefix']);
    const revision = /"revision":(\d+)/.exec(cluster.ctl(['endpoint', 'status', '-w', 'json']))?.[1] ?? '';
    cluster.ctl(['compact', '--physical=true', revision]);
    const before = size();
    const outcome = await runJob(jobOf(objects, 'backup-default-defragment'), world(objects));
    expect(outcome.attempts[0]?.ran.map(({ name, code }) => `${name} ${code}`)).toEqual([
      'healthy-before-0 0',
      'defragment-0 0',
      'healthy-before-1 0',
      'defragment-1 0',
      'healthy-before-2 0',
      'defragment-2 0',
      'healthy-after 0',
    ]);
    expect(size()).toBeLessThan(before / 4);
  });

  test('stops before the first member if one is down', async () => {
    const objects = objectsFor('plain');
    await cluster.members[2]?.program?.kill();
    const outcome = await runJob(jobOf(objects, 'backup-default-defragment'), world(objects));
    expect(outcome.attempts[0]?.ran.map(({ name, code }) => `${name} ${code}`)).toEqual([
      'healthy-before-0 1',
    ]);
    cluster.startMember(2);
  });
});
