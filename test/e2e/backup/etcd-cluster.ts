import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Authority, createAuthority, type KeyPair } from '../lab/authority.ts';
import { binary } from '../lab/build.ts';
import { etcd } from '../lab/components.ts';
import { freePort } from '../lab/ports.ts';
import { type Program, start } from '../lab/program.ts';
import { until } from '../lab/wait.ts';
import { issue } from './certificates.ts';
import { etcdctl } from './programs.ts';

/** Release of the chart, and what its Services resolve to, for the datastore called `default`. */
const release = 'etcd-default';

export interface Member {
  readonly name: string;
  readonly clientPort: number;
  readonly peerPort: number;
  /** What the chart mounts at /var/run/etcd: the member's PersistentVolumeClaim. */
  readonly volume: string;
  program: Program | undefined;
}

/** An etcd with TLS and authentication, as kamaji-etcd runs it; every member on loopback. */
export interface EtcdCluster {
  readonly authority: Authority;
  readonly members: readonly Member[];
  /** Client certificate of root: tls.crt, tls.key and ca.crt. */
  readonly root: KeyPair;
  /** What the names of the chart's Services become here. */
  readonly names: Readonly<Record<string, string>>;
  /** Runs etcdctl as root against one member, the first by default; gives its output. */
  ctl(args: readonly string[], member?: number): string;
  startMember(index: number): void;
  start(): Promise<void>;
  /** Every member, without a chance to finish anything. */
  kill(): Promise<void>;
  /** What the chart's set-up job does: the user root, and authentication on. */
  enableAuth(): void;
  /** A certificate whose common name is the etcd user. */
  user(name: string): Promise<KeyPair>;
}

export interface ClusterOptions {
  readonly dir: string;
  readonly members?: number;
  /** Backend quota of each member in bytes; 8 GiB if left out. */
  readonly quota?: number;
}

export async function createEtcdCluster({
  dir,
  members: count = 1,
  quota = 8 * 1024 ** 3,
}: ClusterOptions): Promise<EtcdCluster> {
  mkdirSync(dir, { recursive: true });
  const authority = await createAuthority('etcd-default-ca');
  const members: Member[] = [];
  for (let index = 0; index < count; index += 1)
    members.push({
      name: `${release}-${index}`,
      clientPort: await freePort(),
      peerPort: await freePort(),
      volume: join(dir, `data-${release}-${index}`),
      program: undefined,
    });
  const server = await issue(authority, { commonName: release, usages: ['server', 'client'] });
  const root = await issue(authority, { commonName: 'root', usages: ['client'] });
  const files = {
    ca: write(dir, 'ca.crt', authority.certificate),
    certificate: write(dir, 'server.pem', server.certificate),
    key: write(dir, 'server-key.pem', server.key),
    rootCertificate: write(dir, 'root.pem', root.certificate),
    rootKey: write(dir, 'root-key.pem', root.key),
  };
  const startMember = (index: number): void => {
    const member = members[index];
    if (member === undefined) throw new Error(`no member ${index}`);
    if (member.program?.running() === true) return;
    mkdirSync(member.volume, { recursive: true, mode: 0o700 });
    member.program = start({
      name: member.name,
      file: binary(etcd),
      args: [...memberArguments(member, members, files), `--quota-backend-bytes=${quota}`],
      dir,
    });
  };
  const ctl = (args: readonly string[], member = 0): string => {
    const endpoint = `--endpoints=https://127.0.0.1:${members[member]?.clientPort ?? 0}`;
    const identity = [`--cacert=${files.ca}`, `--cert=${files.rootCertificate}`, `--key=${files.rootKey}`];
    return execFileSync(binary(etcdctl), [endpoint, ...identity, ...args], {
      encoding: 'utf8',
      stdio: 'pipe',
    });
  };
  return {
    authority,
    members,
    root,
    names: serviceNames(members),
    ctl,
    startMember,
    start: async () => {
      members.forEach((_, index) => startMember(index));
      await until(
        'etcd to be healthy',
        () => ctl(['endpoint', 'health']) !== '',
        { seconds: 60, every: 200 },
        () => members.map((member) => member.program?.tail(5) ?? '').join('\n'),
      );
    },
    kill: async () => {
      for (const { program } of members) await program?.kill();
    },
    enableAuth: () => {
      ctl(['user', 'add', '--no-password=true', 'root']);
      ctl(['role', 'add', 'root']);
      ctl(['user', 'grant-role', 'root', 'root']);
      ctl(['auth', 'enable']);
    },
    user: (name) => issue(authority, { commonName: name, usages: ['client'] }),
  };
}

/** Loses a member's volume, as a broken disk does. */
export function loseVolume(member: Member): void {
  rmSync(member.volume, { recursive: true, force: true });
}

function serviceNames(members: readonly Member[]): Record<string, string> {
  const domain = `kamaji-etcd.svc.cluster.local`;
  const names: [string, string][] = [
    [`${release}-client.${domain}:2379`, `127.0.0.1:${members[0]?.clientPort ?? 0}`],
  ];
  for (const { name, clientPort, peerPort } of members) {
    names.push([`${name}.${release}.${domain}:2379`, `127.0.0.1:${clientPort}`]);
    names.push([`${name}.${release}.${domain}:2380`, `127.0.0.1:${peerPort}`]);
  }
  return Object.fromEntries(names);
}

interface Files {
  readonly ca: string;
  readonly certificate: string;
  readonly key: string;
}

/** The chart's own arguments (kamaji-etcd 0.17.0, etcd_sts.yaml), on loopback. */
function memberArguments(member: Member, members: readonly Member[], files: Files): readonly string[] {
  const peer = ({ peerPort }: Member): string => `https://127.0.0.1:${peerPort}`;
  const client = `https://127.0.0.1:${member.clientPort}`;
  return [
    `--data-dir=${member.volume}`,
    `--name=${member.name}`,
    '--initial-cluster-state=new',
    `--initial-cluster=${members.map((one) => `${one.name}=${peer(one)}`).join(',')}`,
    `--initial-advertise-peer-urls=${peer(member)}`,
    `--advertise-client-urls=${client}`,
    '--initial-cluster-token=kamaji',
    `--listen-client-urls=${client}`,
    `--listen-peer-urls=${peer(member)}`,
    '--client-cert-auth=true',
    '--peer-client-cert-auth=true',
    `--trusted-ca-file=${files.ca}`,
    `--cert-file=${files.certificate}`,
    `--key-file=${files.key}`,
    `--peer-trusted-ca-file=${files.ca}`,
    `--peer-cert-file=${files.certificate}`,
    `--peer-key-file=${files.key}`,
    '--auto-compaction-mode=periodic',
    '--auto-compaction-retention=5m',
    '--unsafe-no-fsync',
  ];
}

function write(dir: string, name: string, content: string): string {
  const path = join(dir, name);
  writeFileSync(path, content, { mode: 0o600 });
  return path;
}
