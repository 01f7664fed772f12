import { createClient } from '../../lib/autoscaler/client.ts';
import type { Clock } from '../../lib/autoscaler/clock.ts';
import { runOnce } from '../../lib/autoscaler/run.ts';
import type { Summary } from '../../lib/autoscaler/run.ts';
import type { Settings } from '../../lib/autoscaler/settings.ts';
import type { ApiRequest, Transport } from '../../lib/autoscaler/transport.ts';
import { settings } from './sample.ts';
import type { Reply, StandIn } from './stand-in.ts';

/** A clock that moves only when somebody sleeps. */
export function fakeClock(): Clock {
  let now = Date.UTC(2026, 10, 30);
  return {
    now: () => now,
    random: () => 0.5,
    sleep: (ms) => {
      now += ms;
      return Promise.resolve();
    },
  };
}

export interface Entry {
  readonly level: string;
  readonly message: string;
  readonly [field: string]: string | number | undefined;
}

export interface RunResult {
  readonly summary: Summary;
  readonly log: readonly Entry[];
  /** Methods and paths of all requests that were not GET. */
  readonly writes: readonly string[];
}

/** Transport into a stand-in, without a network. */
export function direct(api: StandIn): (request: ApiRequest) => Promise<Reply> {
  return (request) => Promise.resolve(api.handle(request));
}

/** One run of the job over `transport`. */
export async function run(transport: Transport, given: Settings = settings): Promise<RunResult> {
  const clock = fakeClock();
  const log: Entry[] = [];
  const writes: string[] = [];
  const client = createClient({
    clock,
    deadline: clock.now() + 45_000,
    stop: new AbortController().signal,
    transport: (request) => {
      if (request.method !== 'GET') writes.push(`${request.method} ${request.path.split('?')[0] ?? ''}`);
      return transport(request);
    },
  });
  const summary = await runOnce({
    client,
    settings: given,
    now: clock.now,
    over: () => false,
    log: (level, message, fields = {}) => log.push({ ...fields, level, message }),
  });
  return { summary, log, writes };
}
