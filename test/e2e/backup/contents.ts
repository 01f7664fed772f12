import { type KeyValue, openStore, type Store } from '../../../lib/restore/etcd/store.ts';
import { entriesOf, prefixed } from '../../../lib/restore/program/keyspace.ts';
import type { EtcdCluster } from './etcd-cluster.ts';

/** A connection as root to one member of the cluster. */
export const storeOf = (cluster: EtcdCluster, member = 0): Promise<Store> =>
  openStore({
    url: `https://127.0.0.1:${cluster.members[member]?.clientPort ?? 0}`,
    ca: cluster.authority.certificate,
    certificate: cluster.root.certificate,
    key: cluster.root.key,
  });

/** Puts values by key, 100 at a time. */
export async function fill(cluster: EtcdCluster, values: Readonly<Record<string, Buffer>>): Promise<void> {
  const store = await storeOf(cluster);
  const all = Object.entries(values);
  for (let at = 0; at < all.length; at += 100) {
    const part = all
      .slice(at, at + 100)
      .map(([key, value]) => ({ key: Buffer.from(key), value, expected: 0n }));
    if (!(await store.change(part))) throw new Error(`a key from ${part[0]?.key.toString() ?? ''} exists`);
  }
  store.close();
}

/** Value by key of everything below a prefix, as base64: two of these compare byte for byte. */
export async function contents(cluster: EtcdCluster, prefix: string): Promise<Record<string, string>> {
  return Object.fromEntries(
    (await all(cluster, prefix)).map(({ key, value }) => [key.toString('utf8'), value.toString('base64')]),
  );
}

/** Revision of the last write by key: shows that a key was not even rewritten. */
export async function writes(cluster: EtcdCluster, prefix: string): Promise<Record<string, string>> {
  return Object.fromEntries(
    (await all(cluster, prefix)).map(({ key, modified }) => [key.toString('utf8'), String(modified)]),
  );
}

async function all(cluster: EtcdCluster, prefix: string): Promise<readonly KeyValue[]> {
  const store = await storeOf(cluster);
  const entries: KeyValue[] = [];
  for await (const entry of entriesOf(store, prefixed(prefix))) entries.push(entry);
  store.close();
  return entries;
}

/** Keys as a kube-apiserver writes them, with values of all byte values and various sizes. */
export function registry(schema: string, count: number): Record<string, Buffer> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `/${schema}/configmaps/ns-${index % 7}/item-${String(index).padStart(5, '0')}`,
      Buffer.from(Array.from({ length: 1 + ((index * 37) % 900) }, (_byte, at) => (at * 31 + index) % 256)),
    ]),
  );
}
