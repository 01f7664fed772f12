import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Authority, createAuthority, signingKeys } from './authority.ts';
import { readAudit, type AuditEvent } from './audit.ts';
import { binary, ensureBuilt } from './build.ts';
import { connect, type KubeClient } from './client.ts';
import { etcd, kubeApiServer } from './components.ts';
import type { Endpoint } from './http.ts';
import { textAt } from './object.ts';
import { freePort } from './ports.ts';
import { type Program, start } from './program.ts';
import { Hopeless, until } from './wait.ts';

export interface ApiServerOptions {
  /** State folder: data, certificates, logs. Made if missing. */
  readonly dir: string;
  /** Write an audit log, one line per answered request; read it with `audit()`. Default false. */
  readonly audit?: boolean;
  /** Range of Service addresses. Default 10.43.0.0/16. */
  readonly services?: string;
}

/** A real kube-apiserver with its own etcd on loopback. No controller runs: nothing is garbage-collected. */
export interface ApiServer {
  readonly url: string;
  /** PEM of the CA that signed the serving certificate, and its file (for NODE_EXTRA_CA_CERTS). */
  readonly ca: string;
  readonly caFile: string;
  /** As a member of system:masters. */
  readonly client: KubeClient;
  readonly admin: Endpoint;
  readonly dir: string;
  readonly authority: Authority;
  readonly serviceAccountKeyFile: string;
  /** Every program that runs: etcd and kube-apiserver. */
  readonly programs: readonly Program[];
  /** Client certificate for a user and groups. */
  identity(user: string, groups?: readonly string[]): Promise<Endpoint>;
  /** Token of a ServiceAccount, valid for a day. The ServiceAccount must exist. */
  token(namespace: string, serviceAccount: string): Promise<string>;
  /** What was asked so far. Empty without `audit: true`. */
  audit(): readonly AuditEvent[];
  stop(): Promise<void>;
}

/** Builds what is missing, starts etcd and kube-apiserver, and waits until it is ready. */
export async function startApiServer({
  dir,
  audit = false,
  services = '10.43.0.0/16',
}: ApiServerOptions): Promise<ApiServer> {
  await ensureBuilt([etcd, kubeApiServer]);
  mkdirSync(dir, { recursive: true });
  const [etcdPort, peerPort, port] = [await freePort(), await freePort(), await freePort()];
  const url = `https://127.0.0.1:${port}`;
  const authority = await createAuthority('lab');
  const admin = await identity(authority, url, 'lab-admin', ['system:masters']);
  const files = await writeFiles(dir, authority);
  const auditLog = join(dir, 'audit.log');
  const database = start({
    name: 'etcd',
    dir,
    file: binary(etcd),
    args: etcdArguments(dir, etcdPort, peerPort),
  });
  const server = start({
    name: 'kube-apiserver',
    dir,
    file: binary(kubeApiServer),
    args: [
      ...serverArguments(files, port, etcdPort, services),
      ...(audit ? [`--audit-policy-file=${files.auditPolicy}`, `--audit-log-path=${auditLog}`] : []),
    ],
  });
  const client = connect(admin);
  await until(
    'kube-apiserver to be ready',
    async () => {
      if (!server.running()) throw new Hopeless('kube-apiserver ended');
      return (await client.raw({ method: 'GET', path: '/readyz' })) === 'ok';
    },
    { seconds: 120, every: 250 },
    () => server.tail(),
  ).catch(async (error: unknown) => {
    await server.stop();
    await database.stop();
    throw error;
  });
  return {
    url,
    ca: authority.certificate,
    caFile: files.ca,
    client,
    admin,
    dir,
    authority,
    serviceAccountKeyFile: files.signingKey,
    programs: [server, database],
    identity: (user, groups = []) => identity(authority, url, user, groups),
    token: (namespace, name) => requestToken(client, namespace, name),
    audit: () => (audit ? readAudit(auditLog) : []),
    stop: async () => {
      await server.stop();
      await database.stop();
    },
  };
}

async function identity(
  authority: Authority,
  url: string,
  user: string,
  groups: readonly string[],
): Promise<Endpoint> {
  const { certificate, key } = await authority.issue({ commonName: user, organizations: groups });
  return { url, ca: authority.certificate, certificate, key };
}

async function requestToken(client: KubeClient, namespace: string, name: string): Promise<string> {
  const path = `/api/v1/namespaces/${namespace}/serviceaccounts/${name}/token`;
  const body = JSON.stringify({ spec: { expirationSeconds: 86_400 } });
  return textAt(JSON.parse(await client.raw({ method: 'POST', path, body })), 'status.token');
}

interface Files {
  readonly ca: string;
  readonly certificate: string;
  readonly key: string;
  readonly signingKey: string;
  readonly verifyingKey: string;
  readonly auditPolicy: string;
}

async function writeFiles(dir: string, authority: Authority): Promise<Files> {
  const folder = join(dir, 'pki');
  mkdirSync(folder, { recursive: true });
  const serving = await authority.issue({
    commonName: 'kube-apiserver',
    names: ['localhost', 'kubernetes.default.svc'],
    addresses: ['127.0.0.1'],
  });
  const signing = signingKeys();
  const file = (name: string, content: string): string => {
    writeFileSync(join(folder, name), content, { mode: 0o600 });
    return join(folder, name);
  };
  return {
    ca: file('ca.crt', authority.certificate),
    certificate: file('apiserver.crt', serving.certificate),
    key: file('apiserver.key', serving.key),
    signingKey: file('sa.key', signing.privateKey),
    verifyingKey: file('sa.pub', signing.publicKey),
    auditPolicy: file('audit-policy.json', JSON.stringify(auditPolicy)),
  };
}

const auditPolicy = {
  apiVersion: 'audit.k8s.io/v1',
  kind: 'Policy',
  omitStages: ['RequestReceived', 'ResponseStarted'],
  rules: [{ level: 'Metadata' }],
};

const etcdArguments = (dir: string, port: number, peerPort: number): readonly string[] => [
  `--data-dir=${join(dir, 'etcd')}`,
  `--listen-client-urls=http://127.0.0.1:${port}`,
  `--advertise-client-urls=http://127.0.0.1:${port}`,
  `--listen-peer-urls=http://127.0.0.1:${peerPort}`,
  `--initial-advertise-peer-urls=http://127.0.0.1:${peerPort}`,
  `--initial-cluster=default=http://127.0.0.1:${peerPort}`,
  '--unsafe-no-fsync', // a lab's data need not survive a power cut
];

const serverArguments = (
  files: Files,
  port: number,
  etcdPort: number,
  services: string,
): readonly string[] => [
  `--etcd-servers=http://127.0.0.1:${etcdPort}`,
  '--bind-address=127.0.0.1',
  '--advertise-address=192.0.2.1', // goes into an Endpoints object only; found by itself where there is a default route
  `--secure-port=${port}`,
  `--tls-cert-file=${files.certificate}`,
  `--tls-private-key-file=${files.key}`,
  `--client-ca-file=${files.ca}`,
  `--service-account-key-file=${files.verifyingKey}`,
  `--service-account-signing-key-file=${files.signingKey}`,
  '--service-account-issuer=https://kubernetes.default.svc',
  `--service-cluster-ip-range=${services}`,
  '--authorization-mode=RBAC',
  '--allow-privileged=true',
];
