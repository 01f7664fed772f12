import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { latest, listed } from './bucket.ts';
import { startKine } from './sql/kine.ts';
import { said, type SqlLab, startSqlLab, steps } from './sql/lab.ts';
import { revisionOf, rowsOf, type TenantUser } from './sql/server.ts';
import { type Kind, kinds } from './sql/servers.ts';

const acme: TenantUser = { schema: 'kaas_acme', password: 'acme-secret' };
const build: TenantUser = { schema: 'kaas_build_2', password: 'build-secret' };
/** Databases that a pattern for `kaas_*` could take for a tenant's. */
const strangers: readonly TenantUser[] = [
  { schema: 'kaasxacme', password: 'stranger' },
  { schema: 'lab2_acme', password: 'stranger' },
];
const step = 100_000_000;

for (const kind of kinds) {
  const suite = kind.missing === undefined ? describe : describe.skip;
  suite(kind.missing === undefined ? kind.name : `${kind.name} (${kind.missing})`, () => scenarios(kind));
}

function scenarios(kind: Kind): void {
  let lab: SqlLab;

  beforeAll(async () => {
    lab = await startSqlLab(kind);
    await lab.addTenant(acme, 2000);
    await lab.addTenant(build, 500);
    for (const stranger of strangers) await lab.addTenant(stranger, 10);
  });

  afterAll(() => lab.stop());

  /** The rows of a backup, then the one that tells kine where revisions go on, with the compacted revision beside. */
  const expectRestored = (schema: string, wanted: readonly string[], last: number): void => {
    const revision = last + step;
    const rows = rowsOf(lab.server, schema);
    expect(rows.at(-1)).toMatch(new RegExp(`^${revision}\\|gap-${revision}\\|0\\|1\\|0\\|0\\|0\\|`));
    expect(rows.slice(0, -1)).toEqual(
      wanted.map((row) => row.replace(/^(\d+\|compact_rev_key\|1\|0\|0)\|\d+/, `$1|${revision}`)),
    );
  };

  describe('a backup', () => {
    test("holds the tenants' databases and no other, is read back and named the newest", async () => {
      const outcome = await lab.backUp(lab.objects('plain'));
      expect(steps(outcome)).toEqual(['dump ok, ship ok']);
      const name = latest(lab.bucket, 'plain') ?? '';
      expect(name).toMatch(/^\d{8}T\d{6}Z\.db$/);
      expect(listed(lab.bucket, 'plain/snapshots')).toEqual([name, `${name}.sha256`]);
      expect(listed(lab.bucket, 'plain/incoming')).toEqual([]);
      const ending = lab.server.driver === 'MySQL' ? 'sql' : 'dump';
      expect(contentsOf(lab, `plain/snapshots/${name}`)).toEqual([
        `kaas_acme.${ending}`,
        `kaas_build_2.${ending}`,
      ]);
    });

    test('leaves out a tenant whose table is not there yet, and says so', async () => {
      lab.server.addTenant({ schema: 'kaas_fresh', password: 'fresh' });
      const outcome = await lab.backUp(lab.objects('fresh'));
      lab.server.removeTenant('kaas_fresh');
      expect(outcome.succeeded).toBe(true);
      expect(said(outcome, 'dump')).toMatch(/^kaas_fresh has no table kine yet: left out$/m);
      expect(said(outcome, 'ship')).toMatch(/kaas_acme[^]*kaas_build_2/);
    });
  });

  describe('one tenant', () => {
    test('comes back row for row; nobody else is touched; no revision is used twice', async () => {
      // GIVEN a backup
      const objects = lab.objects('one');
      expect((await lab.backUp(objects)).succeeded).toBe(true);
      const { server } = lab;
      const rows = rowsOf(server, acme.schema);
      const definition = server.definition(acme.schema);
      // WHEN rows are lost, changed and added after it, and both tenants go on writing
      server.run(acme.schema, 'delete from kine where id % 3 = 0');
      server.run(
        acme.schema,
        "update kine set value = 'changed' where id % 7 = 1 and name <> 'compact_rev_key'",
      );
      server.run(acme.schema, 'drop index kine_name_index' + (server.driver === 'MySQL' ? ' on kine' : ''));
      server.fill(acme.schema, 5);
      server.fill(build.schema, 5);
      const last = revisionOf(server, acme.schema);
      const others = [build, ...strangers].map(({ schema }) => [
        rowsOf(server, schema),
        server.definition(schema),
      ]);
      const outcome = await lab.restore(objects, { schema: acme.schema });
      // THEN the tenant has the backup's rows, indexes, owner and grants
      expect(steps(outcome)).toEqual(['fetch ok, restore ok']);
      expect(said(outcome, 'restore')).toContain(
        `restored kaas_acme: ${rows.length} rows; revisions go on after ${last + step}`,
      );
      expectRestored(acme.schema, rows, last);
      expect(server.definition(acme.schema)).toBe(definition);
      expect(
        [build, ...strangers].map(({ schema }) => [rowsOf(server, schema), server.definition(schema)]),
      ).toEqual(others);
      // AND the next write gets the next revision
      server.fill(acme.schema, 1);
      expect(revisionOf(server, acme.schema)).toBe(last + step + 1);
    });

    test('its kine starts on what came back, with the password that it had', async () => {
      const before = revisionOf(lab.server, acme.schema);
      const program = await startKine(join(lab.dir, 'again'), lab.server, acme);
      await new Promise((done) => setTimeout(done, 3000));
      expect(program.running()).toBe(true);
      expect(program.tail(50)).not.toMatch(/level=(error|fatal)|GAP/);
      await program.kill();
      // Not a gap filled row by row: at most the health key was written.
      expect(revisionOf(lab.server, acme.schema) - before).toBeLessThan(5);
    });

    test('that was deleted and made again comes back, from an encrypted backup', async () => {
      const objects = lab.objects('encrypted', ', encryptionSecret: backup-key');
      expect((await lab.backUp(objects)).succeeded).toBe(true);
      const [file = ''] = listed(lab.bucket, 'encrypted/snapshots');
      expect(file).toMatch(/^\d{8}T\d{6}Z\.db\.bin$/);
      const snapshot = file.replace(/\.bin$/, '');
      const rows = rowsOf(lab.server, build.schema);
      lab.server.removeTenant(build.schema);
      await lab.addTenant(build, 0);
      const definition = lab.server.definition(build.schema);
      const outcome = await lab.restore(objects, { schema: build.schema, snapshot });
      expect(steps(outcome)).toEqual(['fetch ok, restore ok']);
      expectRestored(build.schema, rows, Number(rows.at(-1)?.split('|')[0]));
      expect(lab.server.definition(build.schema)).toBe(definition);
    });

    test('comes back on a server that has never seen it; Kamaji then gives it its password', async () => {
      const objects = lab.objects('lost');
      expect((await lab.backUp(objects)).succeeded).toBe(true);
      const rows = rowsOf(lab.server, acme.schema);
      lab.server.removeTenant(acme.schema);
      const outcome = await lab.restore(objects, { schema: acme.schema });
      expect(steps(outcome)).toEqual(['fetch ok, restore ok']);
      expectRestored(acme.schema, rows, Number(rows.at(-1)?.split('|')[0]));
      lab.server.addTenant(acme);
      const program = await startKine(join(lab.dir, 'new-server'), lab.server, acme);
      await program.stop();
    });
  });

  describe('a restore refuses', () => {
    test('while the control plane runs, and changes nothing', async () => {
      const objects = lab.objects('plain');
      const program = await startKine(join(lab.dir, 'running'), lab.server, acme);
      const rows = rowsOf(lab.server, acme.schema);
      const outcome = await lab.restore(objects, { schema: acme.schema });
      await program.stop();
      expect(steps(outcome)).toEqual(['fetch ok, restore failed']);
      expect(said(outcome, 'restore')).toMatch(/kaas_acme from [^]*stop the control plane first/);
      expect(rowsOf(lab.server, acme.schema)).toEqual(rows);
    });

    test.each([
      ['', 'SCHEMA names the tenant'],
      ['lab2_acme', 'SCHEMA names the tenant'],
      ['kaas_acme; drop table kine', 'SCHEMA is no name of a database'],
      ['kaas_nobody', /does not hold kaas_nobody, but kaas_acme\.(dump|sql) kaas_build_2/],
    ])('the schema %j', async (schema, reason) => {
      const outcome = await lab.restore(lab.objects('plain'), { schema });
      expect(steps(outcome)).toEqual(['fetch failed']);
      expect(said(outcome, 'fetch')).toMatch(reason);
    });
  });

  describe('a server without TLS', () => {
    test('is backed up and restored over a plain connection only if the datastore names no tlsSecret', async () => {
      await lab.server.startPlain();
      const refused = await lab.backUp(lab.objects('tls'));
      const objects = lab.plainObjects('plain-connection');
      const outcome = await lab.backUp(objects);
      const rows = rowsOf(lab.server, build.schema);
      lab.server.run(build.schema, 'delete from kine where id % 2 = 0');
      const restored = await lab.restore(objects, { schema: build.schema });
      await lab.server.stop();
      await lab.server.start();
      expect(steps(refused)).toEqual(['dump failed', 'dump failed']);
      expect(said(refused, 'dump')).toMatch(/server does not support SSL|SSL is required|TLS\/SSL error/);
      expect(steps(outcome)).toEqual(['dump ok, ship ok']);
      expect(steps(restored)).toEqual(['fetch ok, restore ok']);
      expectRestored(build.schema, rows, Number(rows.at(-1)?.split('|')[0]));
    });
  });

  describe('a server without any tenant', () => {
    test('is nothing to back up at first, and no backup once there was one', async () => {
      for (const { schema } of [acme, build]) lab.server.removeTenant(schema);
      const first = await lab.backUp(lab.objects('empty'));
      expect(first.succeeded).toBe(true);
      expect(said(first, 'ship')).toContain('no tenant uses this datastore yet: there is nothing to back up');
      expect(listed(lab.bucket, 'empty')).toEqual([]);
      const files = listed(lab.bucket, 'plain/snapshots');
      const later = await lab.backUp(lab.objects('plain'));
      expect(steps(later)).toEqual(['dump ok, ship failed', 'dump ok, ship failed']);
      expect(said(later, 'ship')).toMatch(/the server holds no tenant, but the backup \d{8}T\d{6}Z\.db does/);
      expect(listed(lab.bucket, 'plain/snapshots')).toEqual(files);
    });
  });
}

/** Names of the files in an archive of the bucket. */
function contentsOf(lab: SqlLab, path: string): readonly string[] {
  const file = join(lab.bucket.folder, path);
  expect(readFileSync(file).subarray(0, 2).toString('hex')).toBe('1f8b');
  return execFileSync('tar', ['-tzf', file]).toString().trim().split('\n');
}
