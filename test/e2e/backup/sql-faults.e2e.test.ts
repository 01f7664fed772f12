import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createAuthority } from '../lab/authority.ts';
import { latest, listed } from './bucket.ts';
import { type Outcome } from './job.ts';
import { type Lie, startLyingStore } from './lying-store.ts';
import type { World } from './pod.ts';
import { said, type SqlLab, startSqlLab, steps } from './sql/lab.ts';
import { rowsOf, slowly, type TenantUser } from './sql/server.ts';
import { type Kind, kinds } from './sql/servers.ts';

const acme: TenantUser = { schema: 'kaas_acme', password: 'acme-secret' };
const build: TenantUser = { schema: 'kaas_build', password: 'build-secret' };

for (const kind of kinds) {
  const suite = kind.missing === undefined ? describe : describe.skip;
  suite(kind.missing === undefined ? kind.name : `${kind.name} (${kind.missing})`, () => faults(kind));
}

function faults(kind: Kind): void {
  let lab: SqlLab;
  /** Folder of the bucket that the current test writes to: empty at its start. */
  let path = '';
  let tests = 0;

  beforeAll(async () => {
    lab = await startSqlLab(kind);
    chmodSync(lab.dir, 0o777); // the scripts of the tests, too, are run by the pods' user
    await lab.addTenant(acme, 3000);
    await lab.addTenant(build, 3000);
  });
  afterAll(() => lab.stop());
  beforeEach(() => {
    tests += 1;
    path = `test-${tests}`;
  });

  const backUp = (more: Partial<World> = {}, store?: string): Promise<Outcome> =>
    lab.backUp(lab.objects(path, '', store), more);

  const expectNoBackup = (): void => {
    expect(listed(lab.bucket, `${path}/snapshots`)).toEqual([]);
    expect(latest(lab.bucket, path)).toBeUndefined();
  };
  const twice = (line: string): readonly string[] => [line, line];
  const program = (name: 'dump' | 'client'): string =>
    lab.server.driver === 'MySQL'
      ? { dump: 'mariadb-dump', client: 'mariadb' }[name]
      : { dump: 'pg_dump', client: 'psql' }[name];

  describe('no backup counts', () => {
    test('when the server is down', async () => {
      await lab.server.stop();
      const outcome = await backUp();
      await lab.server.start();
      expect(steps(outcome)).toEqual(twice('dump failed'));
      expect(said(outcome, 'dump')).toMatch(/Connection refused|Can't connect to server/);
      expectNoBackup();
    });

    test('when the password is wrong', async () => {
      const outcome = await backUp({ secrets: secrets({ sql: { ...lab.server.root, password: 'wrong' } }) });
      expect(steps(outcome)).toEqual(twice('dump failed'));
      expect(said(outcome, 'dump')).toMatch(/password authentication failed|Access denied for user/);
      expectNoBackup();
    });

    test('when the server proves itself by a certificate of another authority', async () => {
      const stranger = await createAuthority('stranger');
      const tls = {
        'ca.crt': stranger.certificate,
        'tls.crt': lab.server.client.certificate,
        'tls.key': lab.server.client.key,
      };
      const outcome = await backUp({ secrets: secrets({ 'sql-tls': tls }) });
      expect(steps(outcome)).toEqual(twice('dump failed'));
      expect(said(outcome, 'dump')).toMatch(/certificate verify failed|TLS\/SSL error/);
      expectNoBackup();
    });

    test('when the server dies in mid-dump', async () => {
      // GIVEN a tenant whose table cannot be read, so that the dump of it has begun and does not end
      await lab.server.lock(build.schema);
      const outcome = await backUp({
        before: onceThereIs('dumps/kaas_build.', () => void lab.server.kill()),
      });
      await lab.server.start();
      expect(steps(outcome)).toEqual(twice('dump failed'));
      expect(outcome.attempts[0]?.ran[0]?.output).toMatch(
        /^dumped kaas_acme[^]*(EOF|Lost connection|terminated|closed)/i,
      );
      expectNoBackup();
    });

    test('when a dump is cut off behind the back of the program', async () => {
      const script = (real: string): string =>
        `${real} "$@"; for file in ${lab.dir}/pods/pod-*/volumes/scratch/dumps/*; do truncate -s -20000 "$file"; done`;
      const outcome = await backUp({ programs: instead('dump', script) });
      expect(steps(outcome)).toEqual(twice('dump failed'));
      expect(said(outcome, 'dump')).toMatch(/could not read from input file|the dump is not complete/);
      expectNoBackup();
    });

    test.each([
      ['for the dump', 0.5, 'dump failed'],
      ['for the archive', 1.02, 'dump ok, ship failed'],
    ])('when the disk is full: no room %s', async (_name, share, where) => {
      const whole = await backUp();
      const sizes = [...said(whole, 'dump').matchAll(/: (\d+) bytes/g)].map(([, bytes]) => Number(bytes));
      path = `${path}-full`;
      // Beside the dumps: small files, a page each.
      const size = Math.ceil(sizes.reduce((sum, bytes) => sum + bytes, 0) * share) + 6 * 4096;
      const scratch = join(lab.dir, 'small-disk');
      mkdirSync(scratch, { recursive: true });
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', scratch]);
      try {
        const outcome = await backUp({ scratch, before: emptied(scratch) });
        expect(steps(outcome)).toEqual(twice(where));
        expect(outcome.attempts[0]?.ran.at(-1)?.output).toMatch(
          /No space left on device|errno 28|Errcode: 28/i,
        );
      } finally {
        execFileSync('umount', [scratch]);
      }
      expectNoBackup();
    });

    test('when the connection to the store breaks in mid-upload', async () => {
      const { outcome, keys } = await toLyingStore({ cutAfter: 20_000 });
      expect(steps(outcome)).toEqual(twice('dump ok, ship failed'));
      expect(keys).toEqual([]);
    });

    test('when the store keeps half of it and says that all is well', async () => {
      const { outcome, keys } = await toLyingStore({ keep: (body) => body.subarray(0, body.length / 2) });
      expect(steps(outcome)).toEqual(twice('dump ok, ship failed'));
      expect(said(outcome, 'ship')).toContain('is not what was sent');
      expect(keys.filter((key) => !key.includes('/incoming/'))).toEqual([]);
    });

    test('and the last good one stays the newest', async () => {
      expect((await backUp()).succeeded).toBe(true);
      const good = latest(lab.bucket, path);
      const files = listed(lab.bucket, `${path}/snapshots`);
      await lab.server.stop();
      expect((await backUp()).succeeded).toBe(false);
      await lab.server.start();
      expect(latest(lab.bucket, path)).toBe(good);
      expect(listed(lab.bucket, `${path}/snapshots`)).toEqual(files);
    });
  });

  describe('a restore that fails changes nothing', () => {
    const failing = async (more: Partial<World>): Promise<Outcome> => {
      expect((await backUp()).succeeded).toBe(true);
      lab.server.fill(acme.schema, 3);
      const before = [rowsOf(lab.server, acme.schema), lab.server.definition(acme.schema)];
      const outcome = await lab.restore(lab.objects(path), { schema: acme.schema }, more);
      if (more.programs !== undefined) await lab.server.start();
      expect(outcome.succeeded).toBe(false);
      expect([rowsOf(lab.server, acme.schema), lab.server.definition(acme.schema)]).toEqual(before);
      return outcome;
    };

    test('when the backup is damaged in the store', async () => {
      const outcome = await failing({
        before: (container) => {
          if (container !== 'fetch') return;
          const folder = join(lab.bucket.folder, path, 'snapshots');
          const file = join(folder, readdirSync(folder).find((name) => name.endsWith('.db')) ?? '');
          truncateSync(file, statSync(file).size - 1);
        },
      });
      expect(said(outcome, 'fetch')).toContain('is damaged: its SHA-256 is not the one it was shipped with');
    });

    test('when the dump cannot be loaded to its end', async () => {
      const outcome = await failing({
        before: (container, volumes) => {
          if (container !== 'restore') return;
          const [name = ''] = readdirSync(join(volumes['scratch'] ?? '', 'dumps'));
          const file = join(volumes['scratch'] ?? '', 'dumps', name);
          if (name.endsWith('.dump')) truncateSync(file, statSync(file).size - 20_000);
          else appendFileSync(file, 'insert into nowhere values (1);\n-- Dump completed\n');
        },
      });
      expect(said(outcome, 'restore')).toMatch(/could not read from input file|nowhere' doesn't exist/);
    });

    test('when the server dies after the dump was loaded, and before it is in its place', async () => {
      const script =
        lab.server.driver === 'MySQL'
          ? (real: string) =>
              `case "$*" in *--database=*) (cat; touch ${lab.dir}/loaded; echo '${slowly(lab.server)}') | ${real} "$@" ;; *) exec ${real} "$@" ;; esac`
          : (real: string) =>
              `case "$*" in *restore.sql*) echo '${slowly(lab.server)}' > ${lab.dir}/slowly; touch ${lab.dir}/loaded; exec ${real} "$@" --file=${lab.dir}/slowly ;; *) exec ${real} "$@" ;; esac`;
      await failing({
        programs: instead('client', script),
        before: onceThereIs('../../../../loaded', () => setTimeout(() => void lab.server.kill(), 3000)),
      });
      // AND the next one goes through, whatever the broken one left
      expect((await lab.restore(lab.objects(path), { schema: acme.schema })).succeeded).toBe(true);
    });
  });

  const secrets = (other: World['secrets']): World['secrets'] => ({
    'backup-s3': lab.bucket.secret,
    sql: lab.server.root,
    'sql-tls': {
      'ca.crt': lab.server.authority.certificate,
      'tls.crt': lab.server.client.certificate,
      'tls.key': lab.server.client.key,
    },
    ...other,
  });

  /** The programs of the image, one of them replaced by a script that is given the real one's path. */
  function instead(name: 'dump' | 'client', script: (real: string) => string): Record<string, string> {
    const real = lab.server.programs[program(name)] ?? `/usr/bin/${program(name)}`;
    const file = join(lab.dir, `instead-${tests}`);
    writeFileSync(file, `#!/bin/sh\n${script(real)}\n`);
    chmodSync(file, 0o755);
    return { ...lab.server.programs, [program(name)]: file };
  }

  /** Acts once, a second after a file whose path begins so has come to be in the scratch volume. */
  function onceThereIs(start: string, act: () => void): NonNullable<World['before']> {
    let done = false;
    return (container, volumes) => {
      if (container === 'fetch' || done) return;
      done = true;
      const file = join(volumes['scratch'] ?? '', start);
      const timer = setInterval(() => {
        const names = existsSync(dirname(file)) ? readdirSync(dirname(file)) : [];
        if (!names.some((name) => name.startsWith(basename(file)))) return;
        clearInterval(timer);
        setTimeout(act, 1000);
      }, 20);
    };
  }

  async function toLyingStore(lie: Lie): Promise<{ outcome: Outcome; keys: readonly string[] }> {
    const store = await startLyingStore(lie);
    try {
      return { outcome: await backUp({}, store.url), keys: store.keys() };
    } finally {
      await store.stop();
    }
  }
}

/** Each attempt's pod gets an empty volume; this one is the same folder. */
const emptied =
  (folder: string): NonNullable<World['before']> =>
  (container) => {
    if (container === 'dump')
      for (const name of readdirSync(folder)) execFileSync('rm', ['-rf', join(folder, name)]);
  };
