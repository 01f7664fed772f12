import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ApiServer } from '../api-server.ts';
import { type Authority, createAuthority } from '../authority.ts';
import { binary } from '../build.ts';
import { etcd } from '../components.ts';
import { podNetwork } from '../machines/network.ts';
import { type KubeObject, listAt, mapAt, textAt } from '../object.ts';
import { type Program, start } from '../program.ts';
import { kinds } from '../stand-in/kinds.ts';
import { addHost } from './hosts.ts';

/**
 * One real etcd behind a DataStore of dist/: it serves every endpoint name of the object, asks for client
 * certificates, and its CA and client certificate are in the Secrets that the object names, as cert-manager would
 * put them there. Kamaji parses the CA's key as PKCS#1 only, hence RSA.
 */
export async function serveDataStore(api: ApiServer, dataStore: KubeObject): Promise<Program> {
  const names = listAt(dataStore, 'spec.endpoints').map((endpoint) => String(endpoint).split(':')[0] ?? '');
  addHost(podNetwork.lab, names);
  const authority = await createAuthority('etcd', 'rsa');
  const dir = join(api.dir, 'datastores', dataStore.metadata.name);
  mkdirSync(dir, { recursive: true });
  await publish(api, dataStore, authority);
  return start({
    name: `etcd-${dataStore.metadata.name}`,
    dir: api.dir,
    file: binary(etcd),
    args: await etcdArguments(dir, authority, names),
  });
}

async function etcdArguments(
  dir: string,
  authority: Authority,
  names: readonly string[],
): Promise<readonly string[]> {
  const serving = await authority.issue({
    commonName: 'etcd',
    names: [...names, 'localhost'],
    addresses: ['127.0.0.1', podNetwork.lab],
  });
  const file = (name: string, content: string): string => {
    writeFileSync(join(dir, name), content, { mode: 0o600 });
    return join(dir, name);
  };
  return [
    `--data-dir=${join(dir, 'data')}`,
    `--listen-client-urls=https://127.0.0.1:2379,https://${podNetwork.lab}:2379`,
    '--advertise-client-urls=https://127.0.0.1:2379',
    '--listen-peer-urls=http://127.0.0.1:2380',
    '--initial-advertise-peer-urls=http://127.0.0.1:2380',
    '--initial-cluster=default=http://127.0.0.1:2380',
    '--client-cert-auth=true',
    `--trusted-ca-file=${file('ca.crt', authority.certificate)}`,
    `--cert-file=${file('server.crt', serving.certificate)}`,
    `--key-file=${file('server.key', serving.key)}`,
    '--unsafe-no-fsync',
  ];
}

/** Client name `root`, as the etcd chart's certificate has it: Kamaji makes users and roles with it. */
async function publish({ client }: ApiServer, dataStore: KubeObject, authority: Authority): Promise<void> {
  const root = await authority.issue({ commonName: 'root', organizations: ['system:masters'] });
  const tls = 'spec.tlsConfig';
  const contents: readonly (readonly [string, string])[] = [
    [`${tls}.certificateAuthority.certificate`, authority.certificate],
    [`${tls}.certificateAuthority.privateKey`, authority.key],
    [`${tls}.clientCertificate.certificate`, root.certificate],
    [`${tls}.clientCertificate.privateKey`, root.key],
  ];
  const secrets = new Map<string, Record<string, string>>();
  for (const [path, content] of contents) {
    const reference = mapAt(dataStore, `${path}.secretReference`);
    const key = `${textAt(reference, 'namespace')}/${textAt(reference, 'name')}`;
    const data = secrets.get(key) ?? {};
    data[textAt(reference, 'keyPath')] = Buffer.from(content).toString('base64');
    secrets.set(key, data);
  }
  for (const [key, data] of secrets) {
    const [namespace = '', name = ''] = key.split('/');
    await client.apply({ ...kinds.namespace, metadata: { name: namespace } }, { manager: 'lab-installer' });
    await client.apply(
      { ...kinds.secret, metadata: { name, namespace }, data },
      { manager: 'lab-installer' },
    );
  }
}
