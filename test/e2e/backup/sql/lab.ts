import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from '../../lab/build.ts';
import { type Bucket, startBucket } from '../bucket.ts';
import { emittedFor, jobOf, withEnvironment } from '../emitted.ts';
import { type Outcome, runJob } from '../job.ts';
import { outputOf, type World } from '../pod.ts';
import { kine, rclone } from '../programs.ts';
import { startKine } from './kine.ts';
import type { SqlServer, TenantUser } from './server.ts';
import type { Kind } from './servers.ts';

/** A server with tenants, a bucket, and the jobs that the platform emits for them. */
export interface SqlLab {
  readonly dir: string;
  readonly server: SqlServer;
  readonly bucket: Bucket;
  /** What the jobs find in their cluster. */
  readonly world: World;
  /** Adds a tenant as Kamaji does, lets its kine make the table, and fills that. */
  addTenant(tenant: TenantUser, rows: number): Promise<void>;
  /** The jobs of a backup into a folder of its own. */
  objects(path: string, more?: string, store?: string): readonly unknown[];
  /** The same for a datastore without tlsSecret. */
  plainObjects(path: string): readonly unknown[];
  backUp(objects: readonly unknown[], more?: Partial<World>): Promise<Outcome>;
  restore(
    objects: readonly unknown[],
    wish: { readonly schema: string; readonly snapshot?: string },
    more?: Partial<World>,
  ): Promise<Outcome>;
  stop(): Promise<void>;
}

/** As the pods' security context says; only root can take it on. */
const podUser = process.getuid?.() === 0 ? 65532 : undefined;
const image = `db.lab/image:1@sha256:${'a'.repeat(64)}`;

export async function startSqlLab(kind: Kind, name = 'default'): Promise<SqlLab> {
  await ensureBuilt([rclone, kine]);
  const dir = mkdtempSync(join(tmpdir(), 'kaas-sql-'));
  chmodSync(dir, 0o711); // the server and the pods are other users
  const server = await kind.create(join(dir, 'server'));
  await server.start();
  const bucket = await startBucket(join(dir, 'bucket'));
  const world: World = {
    dir: join(dir, 'pods'),
    secrets: {
      'backup-s3': bucket.secret,
      'backup-key': { password: 'correct horse battery staple' },
      sql: server.root,
      'sql-tls': {
        'ca.crt': server.authority.certificate,
        'tls.crt': server.client.certificate,
        'tls.key': server.client.key,
      },
    },
    configMaps: {},
    claims: {},
    names: {},
    components: [rclone],
    programs: server.programs,
    ...(podUser === undefined ? {} : { user: podUser }),
  };
  const objects = (path: string, tls: string, more = '', store = bucket.url): readonly unknown[] =>
    emittedFor(
      `{driver: ${server.driver}, endpoint: "${server.endpoint}", secret: sql${tls}, backup: {to: {s3: {endpoint: "${store}", bucket: kaas-backup, path: ${path}, secret: backup-s3}}, image: "${image}"${more}}}`,
      0,
      name,
    );
  return {
    dir,
    server,
    bucket,
    world,
    addTenant: async (tenant, rows) => {
      server.addTenant(tenant);
      const program = await startKine(join(dir, `kine-${tenant.schema}`), server, tenant);
      await program.stop();
      server.fill(tenant.schema, rows);
    },
    objects: (path, more, store) => objects(path, ', tlsSecret: sql-tls', more, store),
    plainObjects: (path) => objects(path, ''),
    backUp: (objects, more = {}) => runJob(jobOf(objects, `backup-${name}`), { ...world, ...more }),
    restore: (objects, { schema, snapshot = '' }, more = {}) => {
      const job = withEnvironment(jobOf(objects, `backup-${name}-restore`), 'SCHEMA', schema);
      return runJob(withEnvironment(job, 'SNAPSHOT', snapshot), { ...world, ...more });
    },
    stop: async () => {
      await bucket.stop();
      await server.kill();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** Which containers ended how, attempt by attempt. */
export const steps = ({ attempts }: Outcome): readonly string[] =>
  attempts.map(({ ran }) =>
    ran.map(({ name, code }) => `${name} ${code === 0 ? 'ok' : 'failed'}`).join(', '),
  );

/** What the last attempt's container said. */
export const said = (outcome: Outcome, container: string): string =>
  outputOf(outcome.attempts.at(-1), container);
