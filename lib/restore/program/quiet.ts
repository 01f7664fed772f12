import type { Store } from '../etcd/store.ts';
import type { Keyspace } from './keyspace.ts';
import { Refusal } from './refusal.ts';

/** The newest write and the number of keys: equal twice means that nobody wrote. */
async function look(live: Store, { from, to }: Keyspace): Promise<string> {
  const { entries, count } = await live.range({ from, to, limit: 1, keysOnly: true, newestFirst: true });
  return `${entries[0]?.modified ?? 0n} ${count}`;
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
