import type { Store } from '../etcd/store.ts';
import { entriesOf, type Keyspace } from './keyspace.ts';
import { Refusal } from './refusal.ts';

/**
 * The newest write and the number of keys: equal twice means that nobody wrote. Keys with a lease do not count: etcd
 * itself takes those of an API server that has just been stopped, seconds later.
 */
async function look(live: Store, keyspace: Keyspace): Promise<string> {
  let newest = 0n;
  let count = 0;
  for await (const { lease, modified } of entriesOf(live, keyspace, { keysOnly: true })) {
    if (lease !== 0n) continue;
    count += 1;
    if (modified > newest) newest = modified;
  }
  return `${newest} ${count}`;
}

/**
 * Refuses to go on while somebody writes below the keyspace. A kube-apiserver renews its own Lease every 10 s
 * (kubernetes, kube-apiserver identity), so one that still runs is seen within `seconds`, 25 by default.
 */
export async function requireQuiet(
  live: Store,
  keyspace: Keyspace,
  seconds: number,
  sleep: (seconds: number) => Promise<void>,
): Promise<void> {
  const before = await look(live, keyspace);
  await sleep(seconds);
  if ((await look(live, keyspace)) === before) return;
  throw new Refusal(
    `somebody wrote below ${keyspace.from.toString('utf8')} in the last ${seconds} s: stop the tenant's API server first`,
  );
}
