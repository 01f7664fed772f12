import { readFileSync } from 'node:fs';
import type { Endpoint } from '../etcd/connection.ts';
import { openStore, type Store } from '../etcd/store.ts';
import { type Arguments, parseArguments, usage } from './arguments.ts';
import { compareTallies } from './drill.ts';
import { Refusal } from './refusal.ts';
import { restoreKeyspace } from './restore-keyspace.ts';

/** Where the program writes. */
export interface Output {
  readonly out: (line: string) => void;
  readonly err: (line: string) => void;
}

/** Runs the program of the restore and drill jobs. Exit code: 0 done, 1 refused or a tenant is missing, 2 it failed. */
export async function runRestore(argv: readonly string[], output: Output): Promise<number> {
  const parsed = parseArguments(argv);
  if (typeof parsed === 'string') {
    output.err(`restore: ${parsed}\n${usage}`);
    return 2;
  }
  try {
    return await withStores(parsed, (snapshot, live) => act(parsed, snapshot, live, output));
  } catch (error) {
    output.err(`restore: ${error instanceof Error ? error.message : String(error)}`);
    return error instanceof Refusal ? 1 : 2;
  }
}

async function act(parsed: Arguments, snapshot: Store, live: Store, output: Output): Promise<number> {
  return parsed.command === 'drill'
    ? drill(parsed, snapshot, live, output)
    : keyspace(parsed, snapshot, live, output);
}

async function keyspace(parsed: Arguments, snapshot: Store, live: Store, { out }: Output): Promise<number> {
  const { quietSeconds, schema = '' } = parsed;
  const done = await restoreKeyspace({ snapshot, live, schema, quietSeconds, sleep, tell: out });
  for (const what of done.made) out(`made ${what}`);
  out(
    `restored /${schema}/: ${done.added} added, ${done.replaced} replaced, ${done.removed} removed; equal to the snapshot`,
  );
  return 0;
}

async function drill({ share }: Arguments, snapshot: Store, live: Store, { out }: Output): Promise<number> {
  const tallies = await compareTallies(snapshot, live, share);
  for (const { schema, restored, live: present, problem } of tallies)
    out(
      `${schema}: ${restored} keys restored, ${present} live${problem === undefined ? '' : `: ${problem}`}`,
    );
  const bad = tallies.filter(({ problem }) => problem !== undefined);
  const verdict = bad.length === 0 ? 'every tenant would come back' : `${bad.length} would not come back`;
  out(`drill: ${tallies.length} tenants in the stores; ${verdict}`);
  return bad.length === 0 ? 0 : 1;
}

async function withStores(
  { snapshot, live, caFile, certificateFile, keyFile }: Arguments,
  use: (snapshot: Store, live: Store) => Promise<number>,
): Promise<number> {
  const identity = {
    ca: readFileSync(caFile, 'utf8'),
    certificate: readFileSync(certificateFile, 'utf8'),
    key: readFileSync(keyFile, 'utf8'),
  };
  const from = await openPatiently({ url: snapshot, ...identity, sameCertificate: true });
  try {
    const to = await openStore({ url: live, ...identity });
    try {
      return await use(from, to);
    } finally {
      to.close();
    }
  } finally {
    from.close();
  }
}

/** The throw-away etcd starts together with the program. */
async function openPatiently(endpoint: Endpoint): Promise<Store> {
  const deadline = Date.now() + 120_000;
  for (;;) {
    try {
      const store = await openStore(endpoint);
      await store.range({ from: Buffer.from('/'), to: Buffer.from('0'), limit: 1, keysOnly: true });
      return store;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await sleep(1);
    }
  }
}

const sleep = (seconds: number): Promise<void> => new Promise((done) => setTimeout(done, seconds * 1000));
