import type { Difference } from './difference.ts';

/** etcd's --max-txn-ops is 128, its --max-request-bytes 1.5 MiB; both with room to spare. */
const most = { changes: 100, bytes: 1024 * 1024 };

/** Groups changes so that each group fits one transaction. */
export async function* batches(
  differences: AsyncIterable<Difference>,
): AsyncGenerator<readonly Difference[], void> {
  let batch: Difference[] = [];
  let size = 0;
  for await (const difference of differences) {
    const own = difference.key.length * 2 + (difference.value?.length ?? 0);
    if (batch.length > 0 && (batch.length === most.changes || size + own > most.bytes)) {
      yield batch;
      batch = [];
      size = 0;
    }
    batch.push(difference);
    size += own;
  }
  if (batch.length > 0) yield batch;
}
