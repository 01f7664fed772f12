import { appendFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createAuthority } from '../../lab/authority.ts';
import { freePort } from '../../lab/ports.ts';
import { type Program, start } from '../../lab/program.ts';
import { until } from '../../lab/wait.ts';
import { issue } from '../certificates.ts';
import { asServerUser, giveToServer, output, type SqlServer } from './server.ts';

const versions = '/usr/lib/postgresql';

/** Folder of the newest PostgreSQL server that is installed as Debian lays it out. */
export function postgresFolder(): string | undefined {
  const found = existsSync(versions) ? readdirSync(versions) : [];
  return found
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(versions, version, 'bin'))
    .find((folder) => existsSync(join(folder, 'initdb')));
}

/** The password is one that every quoting must stand. */
const root = { username: 'kamaji', password: `p"a\\s'w o$r#d` };

export async function createPostgres(dir: string): Promise<SqlServer> {
  const bin = postgresFolder() ?? '';
  const port = await freePort();
  const authority = await createAuthority('pg-ca');
  const serving = await issue(authority, {
    commonName: 'localhost',
    names: ['localhost'],
    usages: ['server'],
  });
  const client = await issue(authority, { commonName: root.username, usages: ['client'] });
  mkdirSync(dir, { recursive: true });
  giveToServer(dir);
  const file = (name: string, content: string): string => {
    writeFileSync(join(dir, name), content, { mode: 0o600 });
    giveToServer(join(dir, name));
    return join(dir, name);
  };
  const data = join(dir, 'data');
  const [init, ...initArgs] = asServerUser(join(bin, 'initdb'), [
    `--pgdata=${data}`,
    `--username=${root.username}`,
    `--pwfile=${file('password', root.password)}`,
    '--auth-host=scram-sha-256',
    '--auth-local=trust',
    '--encoding=UTF8',
    '--locale=C',
    '--no-sync',
  ]);
  output(init, initArgs, { cwd: dir });
  writeFileSync(
    join(data, 'pg_hba.conf'),
    'local all all trust\nhostssl all all 127.0.0.1/32 scram-sha-256 clientcert=verify-ca\n',
  );
  appendFileSync(
    join(data, 'postgresql.conf'),
    [
      "listen_addresses = '127.0.0.1'",
      `port = ${port}`,
      `unix_socket_directories = '${dir}'`,
      'fsync = off',
      'ssl = on',
      `ssl_ca_file = '${file('ca.crt', authority.certificate)}'`,
      `ssl_cert_file = '${file('tls.crt', serving.certificate)}'`,
      `ssl_key_file = '${file('tls.key', serving.key)}'`,
      '',
    ].join('\n'),
  );
  let program: Program | undefined;
  const psql = (database: string, ...more: readonly string[]): readonly string[] => [
    '--no-psqlrc',
    '--quiet',
    '--tuples-only',
    '--no-align',
    '--set=ON_ERROR_STOP=1',
    `--host=${dir}`,
    `--port=${port}`,
    `--username=${root.username}`,
    `--dbname=${database}`,
    ...more,
  ];
  const run = (database: string, statements: string): string =>
    output(join(bin, 'psql'), psql(database, '--file=-'), { input: statements, maxBuffer: 1 << 28 });
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (program?.running() !== true) return;
    process.kill(program.pid, signal);
    await until('PostgreSQL to end', () => program?.running() === false, { seconds: 30, every: 50 });
  };
  const startServer = async (...settings: readonly string[]): Promise<void> => {
    const [name, ...args] = asServerUser(join(bin, 'postgres'), ['-D', data, ...settings]);
    program = start({ name: 'postgres', file: name, args, dir });
    await until(
      'PostgreSQL',
      () => run('postgres', 'select 1') === '1',
      { seconds: 60, every: 100 },
      () => program?.tail() ?? '',
    );
  };
  return {
    driver: 'PostgreSQL',
    endpoint: `localhost:${port}`,
    authority,
    client,
    root,
    programs: Object.fromEntries(['psql', 'pg_dump', 'pg_restore'].map((name) => [name, join(bin, name)])),
    start: () => startServer(),
    startPlain: async () => {
      await end('SIGINT');
      writeFileSync(
        join(data, 'pg_hba.conf'),
        'local all all trust\nhost all all 127.0.0.1/32 scram-sha-256\n',
      );
      await startServer('-c', 'ssl=off');
    },
    stop: () => end('SIGINT'), // SIGTERM waits for the clients
    kill: () => end('SIGQUIT'), // its processes end at once, as after a crash
    run,
    kineEndpoint: ({ schema, password }) => `postgres://${schema}:${password}@localhost:${port}/${schema}`,
    addTenant: ({ schema, password }) => {
      const exists = (table: string, column: string): boolean =>
        run('postgres', `select 1 from ${table} where ${column} = '${schema}'`) === '1';
      if (!exists('pg_database', 'datname')) run('postgres', `create database "${schema}"`);
      const verb = exists('pg_roles', 'rolname') ? 'alter role' : 'create role';
      run('postgres', `${verb} "${schema}" login password '${password}'`);
      run('postgres', `grant connect, create on database "${schema}" to "${schema}"`);
      run('postgres', `alter database "${schema}" owner to "${schema}"`);
    },
    lock: async (schema) => {
      const statements = 'begin; lock table kine in access exclusive mode; select pg_sleep(120)';
      start({ name: 'lock', file: join(bin, 'psql'), args: psql(schema, `--command=${statements}`), dir });
      const locks = "select 1 from pg_locks where mode = 'AccessExclusiveLock' and granted limit 1";
      await until('the lock', () => run('postgres', locks) === '1', { seconds: 20, every: 50 });
    },
    removeTenant: (schema) =>
      run('postgres', `drop database "${schema}" with (force); drop role "${schema}"`),
    definition: (schema) =>
      run(
        schema,
        `select tableowner, hasindexes from pg_tables where tablename = 'kine';
         select column_name, data_type, column_default, is_nullable, collation_name from information_schema.columns where table_name = 'kine' order by ordinal_position;
         select indexname, indexdef from pg_indexes where tablename = 'kine' order by 1;
         select sequenceowner, sequencename, data_type, increment_by from pg_sequences;
         select rolname, rolcanlogin, rolsuper, rolpassword from pg_authid where rolname = '${schema}';
         select datname, pg_get_userbyid(datdba), datacl from pg_database where datname = '${schema}'`,
      ),
    fill: (schema, count) =>
      run(
        schema,
        `insert into kine (name, created, deleted, create_revision, prev_revision, lease, value, old_value)
         select '/registry/configmaps/ns-' || n % 7 || '/item-' || last + n, 1, 0, last + n, last + n - 1, 0, decode(repeat(md5(n::text), 1 + n % 90), 'hex'), decode(md5('old' || n), 'hex')
         from generate_series(1, ${count}) n, (select max(id) as last from kine) l order by n`,
      ),
  };
}
