import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createAuthority, signingKeys } from '../lab/authority.ts';
import { binary } from '../lab/build.ts';
import { connect, type KubeClient } from '../lab/client.ts';
import { kubeApiServer } from '../lab/components.ts';
import { kubeconfig } from '../lab/kubeconfig.ts';
import { freePort } from '../lab/ports.ts';
import { type Program, start } from '../lab/program.ts';
import { until } from '../lab/wait.ts';
import type { EtcdCluster } from './etcd-cluster.ts';

/** The kube-apiserver of one tenant, on a keyspace of its own in the shared datastore. */
export interface TenantApi {
  readonly schema: string;
  readonly client: KubeClient;
  readonly kubeconfig: string;
  start(): void;
  ready(): Promise<void>;
  kill(): Promise<void>;
}

/** What Kamaji does for a new tenant: its user, its role, and the permission below its prefix. */
export function addTenantUser(cluster: EtcdCluster, schema: string): void {
  cluster.ctl(['user', 'add', '--no-password=true', schema]);
  cluster.ctl(['role', 'add', schema]);
  cluster.ctl(['role', 'grant-permission', '--prefix=true', schema, 'readwrite', `/${schema}/`]);
  cluster.ctl(['user', 'grant-role', schema, schema]);
}

/** Where a tenant's API server keeps its state. */
export interface TenantStore {
  readonly args: readonly string[];
  /** What runs between the API server and its datastore, if anything does. */
  start?(): void;
  kill?(): Promise<void>;
}

/** The shared etcd, by the tenant's own certificate; `dir` is for its files. */
export async function etcdStore(dir: string, cluster: EtcdCluster, schema: string): Promise<TenantStore> {
  mkdirSync(dir, { recursive: true });
  const user = await cluster.user(schema);
  const file = (name: string, content: string): string => {
    writeFileSync(join(dir, name), content, { mode: 0o600 });
    return join(dir, name);
  };
  return {
    args: [
      `--etcd-servers=https://127.0.0.1:${cluster.members[0]?.clientPort ?? 0}`,
      `--etcd-prefix=/${schema}`,
      '--etcd-compaction-interval=0s',
      `--etcd-cafile=${file('etcd-ca.crt', cluster.authority.certificate)}`,
      `--etcd-certfile=${file('etcd.crt', user.certificate)}`,
      `--etcd-keyfile=${file('etcd.key', user.key)}`,
    ],
  };
}

export async function createTenantApi(dir: string, schema: string, store: TenantStore): Promise<TenantApi> {
  mkdirSync(dir, { recursive: true });
  const authority = await createAuthority(schema);
  const serving = await authority.issue({ commonName: 'kube-apiserver', addresses: ['127.0.0.1'] });
  const admin = await authority.issue({ commonName: 'admin', organizations: ['system:masters'] });
  const signing = signingKeys();
  const file = (name: string, content: string): string => {
    writeFileSync(join(dir, name), content, { mode: 0o600 });
    return join(dir, name);
  };
  const port = await freePort();
  const endpoint = { url: `https://127.0.0.1:${port}`, ca: authority.certificate, ...admin };
  const args = [
    ...store.args,
    '--bind-address=127.0.0.1',
    `--secure-port=${port}`,
    `--tls-cert-file=${file('serving.crt', serving.certificate)}`,
    `--tls-private-key-file=${file('serving.key', serving.key)}`,
    `--client-ca-file=${file('ca.crt', authority.certificate)}`,
    `--service-account-key-file=${file('sa.pub', signing.publicKey)}`,
    `--service-account-signing-key-file=${file('sa.key', signing.privateKey)}`,
    '--service-account-issuer=https://kubernetes.default.svc',
    '--service-cluster-ip-range=10.96.0.0/16',
    '--authorization-mode=RBAC',
    '--watch-cache=true',
  ];
  const client = connect(endpoint);
  let program: Program | undefined;
  return {
    schema,
    client,
    kubeconfig: kubeconfig(endpoint),
    start: () => {
      if (program?.running() === true) return;
      store.start?.();
      program = start({ name: `apiserver-${schema}`, file: binary(kubeApiServer), args, dir });
    },
    ready: async () => {
      const isReady = async (): Promise<boolean> =>
        (await client.raw({ method: 'GET', path: '/readyz' })) === 'ok';
      await until(
        `the API server of ${schema}`,
        isReady,
        { seconds: 240, every: 500 },
        () => program?.tail() ?? '',
      );
    },
    kill: async () => {
      await program?.kill();
      program = undefined;
      await store.kill?.();
    },
  };
}
