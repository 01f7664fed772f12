import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createAuthority } from '../lab/authority.ts';
import { ensureBuilt } from '../lab/build.ts';
import { etcd } from '../lab/components.ts';
import { until } from '../lab/wait.ts';
import { type Bucket, latest, listed, startBucket } from './bucket.ts';
import { issue } from './certificates.ts';
import { fill, registry } from './contents.ts';
import { configMapsOf, emittedObjects, jobOf } from './emitted.ts';
import { createEtcdCluster, type EtcdCluster } from './etcd-cluster.ts';
import { type Outcome, runJob } from './job.ts';
import { type Lie, startLyingStore } from './lying-store.ts';
import { outputOf, type World } from './pod.ts';
import { etcdctl, etcdutl, rclone } from './programs.ts';

const dir = mkdtempSync(join(tmpdir(), 'kaas-backup-faults-'));
let cluster: EtcdCluster;
let bucket: Bucket;
/** Folder of the bucket that the current test writes to: empty at its start. */
let path = '';
let tests = 0;

beforeAll(async () => {
  await ensureBuilt([etcd, etcdctl, etcdutl, rclone]);
  cluster = await createEtcdCluster({ dir: join(dir, 'etcd'), members: 3 });
  await cluster.start();
  cluster.enableAuth();
  await fill(cluster, registry('kaas_acme', 2000));
  bucket = await startBucket(dir);
});

afterAll(async () => {
  await bucket.stop();
  await cluster.kill();
  rmSync(dir, { recursive: true, force: true });
});

beforeEach(() => {
  tests += 1;
  path = `test-${tests}`;
});

const certificateFiles = (pair = cluster.root): Record<string, string> => ({
  'ca.crt': cluster.authority.certificate,
  'tls.crt': pair.certificate,
  'tls.key': pair.key,
});

async function backup(
  more: Partial<World> = {},
  endpoint = bucket.url,
  certs = certificateFiles(),
): Promise<Outcome> {
  const objects = emittedObjects(
    `{to: {s3: {endpoint: "${endpoint}", bucket: kaas-backup, path: ${path}, secret: backup-s3}}}`,
    3,
  );
  return runJob(jobOf(objects, 'backup-default'), {
    dir: join(dir, 'pods'),
    secrets: { 'backup-s3': bucket.secret, 'etcd-default-client-certs': certs },
    configMaps: configMapsOf(objects),
    claims: {},
    names: cluster.names,
    ...more,
  });
}

/** Which containers ended how, attempt by attempt. */
const steps = (outcome: Outcome): readonly string[] =>
  outcome.attempts.map(({ ran }) =>
    ran.map(({ name, code }) => `${name} ${code === 0 ? 'ok' : 'failed'}`).join(', '),
  );

function expectNoBackup(): void {
  expect(listed(bucket, `${path}/snapshots`).filter((name) => name.endsWith('.db'))).toEqual([]);
  expect(latest(bucket, path)).toBeUndefined();
}

describe('a damaged snapshot does not count', () => {
  test('a flipped bit in a value passes `etcdutl snapshot status`, and is found all the same', async () => {
    const outcome = await backup({ before: afterSave((file) => flipValue(file)) });
    expect(outcome.succeeded).toBe(false);
    expect(steps(outcome)).toEqual(
      Array(3).fill('certificate ok, has-quorum ok, save ok, still-has-quorum ok, status ok, prove failed'),
    );
    expect(outputOf(outcome.attempts[0], 'prove')).toContain('expected sha256');
    expectNoBackup();
  });

  test('half a file', async () => {
    const outcome = await backup({ before: afterSave((file) => truncateSync(file, 70_000)) });
    expect(outcome.succeeded).toBe(false);
    expect(steps(outcome)[0]).toMatch(/still-has-quorum ok, (status failed$|status ok, prove failed)/);
    expectNoBackup();
  });
});

describe('a damaged upload does not count', () => {
  test('the store of these tests takes an upload that is whole', async () => {
    const { outcome, keys } = await toLyingStore({});
    expect(outcome.succeeded).toBe(true);
    expect(keys.map((key) => key.replace(/\d{8}T\d{6}Z/, 'TIME'))).toEqual([
      `kaas-backup/${path}/latest`,
      `kaas-backup/${path}/snapshots/TIME.db`,
      `kaas-backup/${path}/snapshots/TIME.db.sha256`,
    ]);
  });

  test('the connection breaks in the middle of it', async () => {
    const { outcome, keys } = await toLyingStore({ cutAfter: 100_000 });
    expect(steps(outcome)[0]).toMatch(/prove ok, ship failed/);
    expect(outcome.succeeded).toBe(false);
    expect(keys).toEqual([]);
  });

  test.each([
    ['keeps half of it', (body: Buffer) => body.subarray(0, body.length / 2)],
    ['keeps the size and changes a bit', flipped],
  ])('the store %s, and says that all is well', async (_name, keep) => {
    const { outcome, keys } = await toLyingStore({ keep });
    expect(outcome.succeeded).toBe(false);
    expect(outputOf(outcome.attempts[0], 'ship')).toContain('is not what was sent');
    expect(keys.filter((key) => !key.includes('/incoming/'))).toEqual([]);
  });

  test('the credentials are refused', async () => {
    const secrets = {
      'backup-s3': { ...bucket.secret, 'secret-key': 'wrong' },
      'etcd-default-client-certs': certificateFiles(),
    };
    const outcome = await backup({ secrets });
    expect(outcome.succeeded).toBe(false);
    expect(outputOf(outcome.attempts[0], 'ship')).toMatch(
      /SignatureDoesNotMatch|StatusCode: 403|AccessDenied/,
    );
    expectNoBackup();
  });
});

describe('an earlier good backup survives a failing one', () => {
  test('and stays the newest good one', async () => {
    expect((await backup()).succeeded).toBe(true);
    const good = latest(bucket, path);
    const files = listed(bucket, `${path}/snapshots`);
    const outcome = await backup({ before: afterSave((file) => flipValue(file)) });
    expect(outcome.succeeded).toBe(false);
    expect(latest(bucket, path)).toBe(good);
    expect(listed(bucket, `${path}/snapshots`)).toEqual(files);
  });
});

describe('a full disk', () => {
  test('stops the snapshot, and nothing is shipped', async () => {
    const scratch = join(dir, 'small-disk');
    mkdirSync(scratch);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', scratch]);
    try {
      const outcome = await backup({ scratch });
      expect(outcome.succeeded).toBe(false);
      expect(outputOf(outcome.attempts[0], 'save')).toContain('no space left on device');
      expect(steps(outcome)).toEqual(Array(3).fill('certificate ok, has-quorum ok, save failed'));
      expect(readdirSync(scratch)).toEqual([]);
    } finally {
      execFileSync('umount', [scratch]);
    }
    expectNoBackup();
  });
});

describe('a certificate that does not do', () => {
  test('of another authority', async () => {
    const pair = await issue(await createAuthority('stranger'), { commonName: 'root', usages: ['client'] });
    const outcome = await backup({}, bucket.url, certificateFiles(pair));
    expect(outcome.succeeded).toBe(false);
    expect(steps(outcome)).toEqual(Array(3).fill('certificate ok, has-quorum failed'));
    expect(outputOf(outcome.attempts[0], 'has-quorum')).toMatch(/tls: |authentication handshake failed/);
    expectNoBackup();
  });

  test('that has expired', async () => {
    const pair = await issue(cluster.authority, { commonName: 'root', usages: ['client'], lifeSeconds: -60 });
    const outcome = await backup({}, bucket.url, certificateFiles(pair));
    expect(outcome.succeeded).toBe(false);
    expect(steps(outcome)).toEqual(Array(3).fill('certificate failed'));
    expect(outputOf(outcome.attempts[0], 'certificate')).toContain('of CN=root has expired on');
    expectNoBackup();
  });

  test('of a user who may not', async () => {
    const pair = await issue(cluster.authority, { commonName: 'kaas_acme', usages: ['client'] });
    const outcome = await backup({}, bucket.url, certificateFiles(pair));
    expect(outcome.succeeded).toBe(false);
    expect(outcome.attempts[0]?.ran.at(-1)?.name).toBe('save');
    expect(outputOf(outcome.attempts[0], 'save')).toMatch(/permission denied|user name|authentication|role/);
    expectNoBackup();
  });
});

describe('members that fail', () => {
  test('the member that is asked dies in mid-snapshot: the next one is asked, and its snapshot counts', async () => {
    await grow();
    const outcome = await backup({ before: duringSave(() => void cluster.members[0]?.program?.kill()) });
    cluster.startMember(0);
    expect(steps(outcome)).toEqual([
      'certificate ok, has-quorum ok, save failed',
      'certificate ok, has-quorum ok, save ok, still-has-quorum ok, status ok, prove ok, ship ok',
    ]);
    expect(outcome.succeeded).toBe(true);
    expect(latest(bucket, path)).toBeDefined();
  });

  test('the leader is lost in mid-snapshot and no new one can be: the snapshot is whole, and does not count', async () => {
    await healthy();
    const outcome = await backup({
      before: duringSave(() => {
        for (const index of [1, 2]) void cluster.members[index]?.program?.kill();
      }),
    });
    for (const index of [1, 2]) cluster.startMember(index);
    // A member without a leader serves snapshots: nothing but the second look tells that this one may be old.
    expect(steps(outcome)).toEqual([
      'certificate ok, has-quorum ok, save ok, still-has-quorum failed',
      'certificate ok, has-quorum failed',
      'certificate ok, has-quorum failed',
    ]);
    expect(outcome.succeeded).toBe(false);
    expectNoBackup();
    await healthy();
  });

  async function healthy(): Promise<void> {
    for (const index of [0, 1, 2])
      await until(`member ${index}`, () => cluster.ctl(['endpoint', 'health'], index) !== '', {
        seconds: 60,
        every: 300,
      });
  }

  /** Enough that a snapshot takes a while. */
  async function grow(): Promise<void> {
    for (let round = 0; round < 40; round += 1)
      await fill(
        cluster,
        Object.fromEntries(
          Array.from({ length: 100 }, (_, at) => [`/kaas_big/${round}/${at}`, Buffer.alloc(15_000, at)]),
        ),
      );
  }
});

/** Changes the snapshot between `save` and what checks it. */
const afterSave =
  (change: (file: string) => void): NonNullable<World['before']> =>
  (container, volumes) => {
    if (container === 'status') change(join(volumes['scratch'] ?? '', 'snapshot.db'));
  };

/** Acts once, as soon as `save` has begun to write its file. */
function duringSave(act: () => void): NonNullable<World['before']> {
  let done = false;
  return (container, volumes) => {
    if (container !== 'save' || done) return;
    done = true;
    const part = join(volumes['scratch'] ?? '', 'snapshot.db.part');
    const timer = setInterval(() => {
      if (!existsSync(part)) return;
      clearInterval(timer);
      act();
    }, 2);
  };
}

async function toLyingStore(lie: Lie): Promise<{ outcome: Outcome; keys: readonly string[] }> {
  const store = await startLyingStore(lie);
  try {
    return { outcome: await backup({}, store.url), keys: store.keys() };
  } finally {
    await store.stop();
  }
}

function flipped(content: Buffer, at = 60_000): Buffer {
  const changed = Buffer.from(content);
  changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
  return changed;
}

/** One bit in the middle of a key's value: every structure of the file stays sound. */
function flipValue(file: string): void {
  const content = readFileSync(file);
  const at = content.indexOf('/kaas_acme/configmaps/ns-3/item-00017');
  writeFileSync(file, flipped(content, at + 200));
}
