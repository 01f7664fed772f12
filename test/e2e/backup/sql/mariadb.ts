import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createAuthority } from '../../lab/authority.ts';
import { freePort } from '../../lab/ports.ts';
import { type Program, start } from '../../lab/program.ts';
import { until } from '../../lab/wait.ts';
import { issue } from '../certificates.ts';
import { asServerUser, giveToServer, output, type SqlServer } from './server.ts';

const server = '/usr/sbin/mariadbd';
const bin = '/usr/bin';

export const hasMariadb = (): boolean => existsSync(server);

/** The password is one that every quoting must stand. */
const root = { username: 'kamaji', password: `p"a\\s'w o$r#d` };

const literal = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;

export async function createMariadb(dir: string): Promise<SqlServer> {
  const port = await freePort();
  const authority = await createAuthority('mysql-ca');
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
  const socket = join(dir, 'socket');
  const [init, ...initArgs] = asServerUser(join(bin, 'mariadb-install-db'), [
    '--no-defaults',
    `--datadir=${data}`,
    '--auth-root-authentication-method=normal',
    '--skip-test-db',
  ]);
  output(init, initArgs, { cwd: dir });
  let program: Program | undefined;
  const asRoot = (database: string): readonly string[] => [
    '--no-defaults',
    `--socket=${socket}`,
    '--user=root',
    '--batch',
    '--raw',
    '--skip-column-names',
    ...(database === '' ? [] : [`--database=${database}`]),
  ];
  const run = (database: string, statements: string): string =>
    output(join(bin, 'mariadb'), asRoot(database), { input: statements, maxBuffer: 1 << 28 }).replaceAll(
      '\t',
      '|',
    );
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (program?.running() !== true) return;
    process.kill(program.pid, signal);
    await until('MariaDB to end', () => program?.running() === false, { seconds: 60, every: 50 });
  };
  const tls = (): readonly string[] => [
    '--require-secure-transport=ON',
    `--ssl-ca=${file('ca.crt', authority.certificate)}`,
    `--ssl-cert=${file('tls.crt', serving.certificate)}`,
    `--ssl-key=${file('tls.key', serving.key)}`,
  ];
  const startServer = async (...settings: readonly string[]): Promise<void> => {
    const [name, ...args] = asServerUser(server, [
      '--no-defaults',
      `--datadir=${data}`,
      `--socket=${socket}`,
      `--port=${port}`,
      '--bind-address=127.0.0.1',
      `--pid-file=${join(dir, 'pid')}`,
      '--innodb-flush-log-at-trx-commit=0',
      ...settings,
    ]);
    program = start({ name: 'mariadb', file: name, args, dir });
    await until(
      'MariaDB',
      () => run('', 'select 1') === '1',
      { seconds: 60, every: 200 },
      () => program?.tail() ?? '',
    );
  };
  return {
    driver: 'MySQL',
    endpoint: `localhost:${port}`,
    authority,
    client,
    root,
    programs: {},
    start: async () => {
      await startServer(...tls());
      run(
        '',
        `create user if not exists ${root.username}@'%' identified by ${literal(root.password)} require x509;
         grant all privileges on *.* to ${root.username}@'%' with grant option;
         delete from mysql.global_priv where user = ''; flush privileges;`,
      );
    },
    startPlain: async () => {
      run('', `alter user ${root.username}@'%' require none`);
      await end('SIGTERM');
      await startServer('--skip-ssl');
    },
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    run,
    kineEndpoint: ({ schema, password }) => `mysql://${schema}:${password}@tcp(localhost:${port})/${schema}`,
    addTenant: ({ schema, password }) => {
      run('', `create database if not exists ${schema}`);
      const exists = run('', `select user from mysql.user where user = '${schema}' limit 1`) === schema;
      run('', `${exists ? 'alter' : 'create'} user ${schema}@'%' identified by '${password}'`);
      run('', `grant select, insert, update, delete, create, alter, index on ${schema}.* to ${schema}@'%'`);
    },
    lock: async (schema) => {
      const statements = 'lock tables kine write; select sleep(120)';
      start({
        name: 'lock',
        file: join(bin, 'mariadb'),
        args: [...asRoot(schema), `--execute=${statements}`],
        dir,
      });
      const sleeping = "select 1 from information_schema.processlist where info = 'select sleep(120)'";
      await until('the lock', () => run('', sleeping) === '1', { seconds: 20, every: 50 });
    },
    removeTenant: (schema) => run('', `drop database ${schema}; drop user ${schema}@'%'`),
    definition: (schema) =>
      [
        run(schema, 'show create table kine').replace(/ AUTO_INCREMENT=\d+/, ''),
        run(schema, 'show tables'),
        run('', `show grants for ${schema}@'%'`),
        run(
          '',
          `select default_character_set_name from information_schema.schemata where schema_name = '${schema}'`,
        ),
      ].join('\n'),
    fill: (schema, count) =>
      run(
        schema,
        `set @last = (select max(id) from kine);
         insert into kine (name, created, deleted, create_revision, prev_revision, lease, value, old_value)
         select concat('/registry/configmaps/ns-', seq % 7, '/item-', @last + seq), 1, 0, @last + seq, @last + seq - 1, 0, unhex(repeat(md5(seq), 1 + seq % 90)), unhex(md5(concat('old', seq)))
         from seq_1_to_${count} order by seq`,
      ),
  };
}
