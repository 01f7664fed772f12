import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { binary } from '../../lab/build.ts';
import { type Program, start } from '../../lab/program.ts';
import { until } from '../../lab/wait.ts';
import { kine } from '../programs.ts';
import type { TenantStore } from '../tenant-api.ts';
import type { SqlServer, TenantUser } from './server.ts';

/** Starts the kine of one tenant as Kamaji does. It listens at DIR/kine.sock. */
export function launchKine(dir: string, server: SqlServer, tenant: TenantUser): Program {
  mkdirSync(dir, { recursive: true });
  const file = (name: string, content: string): string => {
    writeFileSync(join(dir, name), content, { mode: 0o600 });
    return join(dir, name);
  };
  return start({
    name: 'kine',
    file: binary(kine),
    args: [
      `--listen-address=unix://${join(dir, 'kine.sock')}`,
      `--endpoint=${server.kineEndpoint(tenant)}`,
      `--ca-file=${file('ca.crt', server.authority.certificate)}`,
      `--cert-file=${file('server.crt', server.client.certificate)}`,
      `--key-file=${file('server.key', server.client.key)}`,
      '--metrics-bind-address=0',
    ],
    dir,
  });
}

/** The same, and waits until its table is there. */
export async function startKine(dir: string, server: SqlServer, tenant: TenantUser): Promise<Program> {
  const program = launchKine(dir, server, tenant);
  await until(
    `the kine of ${tenant.schema}`,
    () => server.run(tenant.schema, "select count(*) from kine where name = 'compact_rev_key'") === '1',
    { seconds: 60, every: 200 },
    () => program.tail(),
  );
  return program;
}

/** An API server's way to the database: Kamaji sees to the user, kine stands between. */
export function kineStore(dir: string, server: SqlServer, tenant: TenantUser): TenantStore {
  let program: Program | undefined;
  return {
    args: [`--etcd-servers=unix://${join(dir, 'kine.sock')}`],
    start: () => {
      server.addTenant(tenant);
      program = launchKine(dir, server, tenant);
    },
    kill: async () => {
      await program?.kill();
      program = undefined;
    },
  };
}
