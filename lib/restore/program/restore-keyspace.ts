import type { Store } from '../etcd/store.ts';
import { batches } from './batches.ts';
import { type Difference, differences } from './difference.ts';
import { ensureIdentity } from './identity.ts';
import { countOf, keyspaceOfSchema } from './keyspace.ts';
import { requireQuiet } from './quiet.ts';
import { Refusal } from './refusal.ts';

/** What a restore of one keyspace needs. */
export interface Restore {
  /** A throw-away etcd made from the snapshot. */
  readonly snapshot: Store;
  readonly live: Store;
  /** The tenant's `dataStoreSchema`. */
  readonly schema: string;
  /** Seconds without a write that are asked for before anything is changed. */
  readonly quietSeconds: number;
  readonly sleep: (seconds: number) => Promise<void>;
  readonly tell: (line: string) => void;
}

/** How many keys were written, and what of the tenant's identity had to be made. */
export interface Restored {
  readonly added: number;
  readonly replaced: number;
  readonly removed: number;
  readonly made: readonly string[];
}

/**
 * Makes the live store hold, below the tenant's prefix, what the snapshot holds; touches nothing else.
 * Can be repeated: a run that was broken off is completed by the next one. Throws a `Refusal` before the first write if
 * the snapshot has nothing of the tenant or somebody still writes, and at once if a key changes under its hands.
 */
export async function restoreKeyspace(restore: Restore): Promise<Restored> {
  const { snapshot, live, schema, tell } = restore;
  const keyspace = keyspaceOfSchema(schema);
  const count = await countOf(snapshot, keyspace);
  if (count === 0)
    throw new Refusal(`the snapshot has no key below /${schema}/: wrong tenant, or too old a snapshot`);
  tell(`snapshot: ${count} keys below /${schema}/; live: ${await countOf(live, keyspace)}`);
  await requireQuiet(live, keyspace, restore.quietSeconds, restore.sleep);
  const made = await ensureIdentity(live, schema);
  const changed = await apply(live, differences(snapshot, live, keyspace));
  await requireEqual(restore);
  return { ...changed, made };
}

async function apply(
  live: Store,
  all: AsyncIterable<Difference>,
): Promise<Pick<Restored, 'added' | 'replaced' | 'removed'>> {
  const done = { add: 0, replace: 0, remove: 0 };
  for await (const batch of batches(all)) {
    if (!(await live.change(batch)))
      throw new Refusal(
        `a key from ${textOf(batch[0])} to ${textOf(batch.at(-1))} changed meanwhile: stop the tenant's API server and repeat`,
      );
    for (const { kind } of batch) done[kind] += 1;
  }
  return { added: done.add, replaced: done.replace, removed: done.remove };
}

/** The proof: both sides read again, key by key. */
async function requireEqual({ snapshot, live, schema }: Restore): Promise<void> {
  for await (const difference of differences(snapshot, live, keyspaceOfSchema(schema)))
    throw new Refusal(
      `${textOf(difference)} still differs from the snapshot: somebody wrote meanwhile; repeat`,
    );
}

const textOf = (difference: Difference | undefined): string => difference?.key.toString('utf8') ?? '';
