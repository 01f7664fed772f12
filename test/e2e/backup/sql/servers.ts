import { createMariadb, hasMariadb } from './mariadb.ts';
import { createPostgres, postgresFolder } from './postgres.ts';
import type { SqlServer } from './server.ts';

/** A kind of server that these tests can start. */
export interface Kind {
  readonly name: string;
  /** Why it cannot be started on this machine; undefined if it can. */
  readonly missing: string | undefined;
  readonly create: (dir: string) => Promise<SqlServer>;
}

export const kinds: readonly Kind[] = [
  {
    name: 'PostgreSQL',
    missing:
      postgresFolder() === undefined
        ? 'no PostgreSQL server on this machine (Debian: apt-get install postgresql)'
        : undefined,
    create: createPostgres,
  },
  {
    name: 'MariaDB',
    missing: hasMariadb()
      ? undefined
      : 'no MariaDB server on this machine (Debian: apt-get install mariadb-server)',
    create: createMariadb,
  },
];

/** One line for each kind whose tests are skipped here. */
export const missingServers = (): readonly string[] =>
  kinds.flatMap(({ name, missing }) =>
    missing === undefined ? [] : [`backup and restore of ${name}: skipped, ${missing}`],
  );
