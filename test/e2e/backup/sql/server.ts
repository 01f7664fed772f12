import { execFileSync, type ExecFileSyncOptions } from 'node:child_process';
import { chownSync } from 'node:fs';
import type { Authority, KeyPair } from '../../lab/authority.ts';

/** A real database server on loopback, which lets in only who has both a certificate and a password. */
export interface SqlServer {
  readonly driver: 'PostgreSQL' | 'MySQL';
  /** As the site file writes it. */
  readonly endpoint: string;
  readonly authority: Authority;
  /** Client certificate that the DataStore names. */
  readonly client: KeyPair;
  /** The user that Kamaji is on it. */
  readonly root: { readonly username: string; readonly password: string };
  /** Programs of the image that dumps it. */
  readonly programs: Readonly<Record<string, string>>;
  start(): Promise<void>;
  /** Starts it anew so that it knows no TLS and lets in who has the password. */
  startPlain(): Promise<void>;
  stop(): Promise<void>;
  /** Every process of it at once. */
  kill(): Promise<void>;
  /** Runs statements as the administrator; gives the rows, fields separated by `|`. */
  run(database: string, statements: string): string;
  /** kine's --endpoint for a tenant, as Kamaji writes it. */
  kineEndpoint(tenant: TenantUser): string;
  /** What Kamaji does for a new tenant: database, user, grants. Each may be there already. */
  addTenant(tenant: TenantUser): void;
  /** Starts a session that keeps everybody from reading a tenant's table, until the server ends. */
  lock(schema: string): Promise<void>;
  /** What Kamaji does when a tenant goes. */
  removeTenant(schema: string): void;
  /** Table, indexes, owner, grants and password of a tenant, without what a row changes. */
  definition(schema: string): string;
  /** Adds a table's worth of rows to what is there, as kine's dialect writes them: live and replaced values, all bytes. */
  fill(schema: string, count: number): void;
}

export interface TenantUser {
  readonly schema: string;
  readonly password: string;
}

/** Every row of a tenant with all its columns; values as hashes. */
export const rowsOf = (server: SqlServer, schema: string): readonly string[] =>
  server
    .run(
      schema,
      'select id, name, created, deleted, create_revision, prev_revision, lease, md5(value), md5(old_value) from kine order by id',
    )
    .split('\n');

export const revisionOf = (server: SqlServer, schema: string): number =>
  Number(server.run(schema, 'select max(id) from kine'));

/** A statement that takes so long that the server can be killed meanwhile. */
export const slowly = (server: SqlServer): string =>
  server.driver === 'MySQL' ? 'select sleep(6);' : 'select pg_sleep(6);';

/** A database refuses to run as root: its processes are nobody's then. */
export const serverUser = process.getuid?.() === 0 ? 65534 : undefined;

/** The command line that runs a program as the server's user. */
export const asServerUser = (file: string, args: readonly string[]): readonly [string, ...string[]] =>
  serverUser === undefined
    ? [file, ...args]
    : [
        'setpriv',
        `--reuid=${serverUser}`,
        `--regid=${serverUser}`,
        '--clear-groups',
        '--no-new-privs',
        file,
        ...args,
      ];

export const giveToServer = (path: string): void => {
  if (serverUser !== undefined) chownSync(path, serverUser, serverUser);
};

/** Runs a program to its end; its output, or an error with what it said. */
export function output(file: string, args: readonly string[], options: ExecFileSyncOptions = {}): string {
  return execFileSync(file, args, { stdio: ['pipe', 'pipe', 'pipe'], ...options })
    .toString()
    .trimEnd();
}
