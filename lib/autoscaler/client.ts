/** Requests with retries, up to a deadline. Failures are values: one tenant's must not stop the others. */
import type { Clock } from './clock.ts';
import { textAt } from './json.ts';
import type { ApiAnswer, ApiRequest, Transport } from './transport.ts';

export interface Success {
  readonly ok: true;
  readonly status: number;
  readonly body: unknown;
}

export interface Failure {
  readonly ok: false;
  /** HTTP status; 0 if there was no complete answer. */
  readonly status: number;
  /** What the server said, in one line. */
  readonly message: string;
}

export interface Client {
  readonly send: (request: ApiRequest) => Promise<Success | Failure>;
  /** Requests sent so far, repeated ones included. */
  readonly requests: () => number;
}

export interface ClientProps {
  readonly transport: Transport;
  readonly clock: Clock;
  /** Moment, in clock milliseconds, after which nothing is tried again. */
  readonly deadline: number;
  /** Once aborted, no request is begun. */
  readonly stop: AbortSignal;
}

const ATTEMPTS = 6;
const FIRST_WAIT = 250;
const LONGEST_WAIT = 8_000;

/** 401 is tried again because the kubelet may just be replacing the token. */
const WORTH_RETRYING = new Set([0, 401, 429, 500, 502, 503, 504]);

/** A client for one run. Every request it is given may safely be sent twice. */
export function createClient(props: ClientProps): Client {
  let count = 0;
  const attempt = async (request: ApiRequest): Promise<Outcome> => {
    count += 1;
    try {
      return judge(await props.transport(request));
    } catch (error) {
      return { failure: { ok: false, status: 0, message: describe(error) }, wait: undefined };
    }
  };
  const send = async (request: ApiRequest): Promise<Success | Failure> => {
    for (let tries = 1; ; tries += 1) {
      if (props.stop.aborted) return { ok: false, status: 0, message: 'not sent: the job is stopping' };
      const outcome = await attempt(request);
      if ('ok' in outcome) return outcome;
      const { failure } = outcome;
      const limit = failure.status === 401 ? 2 : ATTEMPTS;
      if (!WORTH_RETRYING.has(failure.status) || tries >= limit) return failure;
      const wait = outcome.wait ?? backoff(tries, props.clock.random());
      if (props.clock.now() + wait >= props.deadline) return late(failure);
      await props.clock.sleep(wait);
    }
  };
  return { send, requests: () => count };
}

type Outcome = Success | { readonly failure: Failure; readonly wait: number | undefined };

/** A 2xx whose body is no JSON was cut on its way: no answer at all. */
function judge(answer: ApiAnswer): Outcome {
  const body = parse(answer.text);
  if (answer.status >= 200 && answer.status < 300) {
    if (body !== undefined) return { ok: true, status: answer.status, body };
    return { failure: { ok: false, status: 0, message: 'the answer is not JSON' }, wait: undefined };
  }
  const said = textAt(body, 'message') ?? answer.text.slice(0, 200).trim();
  const message = `${answer.status} ${said}`.replace(/\s+/g, ' ').trim();
  const wait = answer.retryAfter === undefined ? undefined : Math.max(0, answer.retryAfter) * 1000;
  return { failure: { ok: false, status: answer.status, message }, wait };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function backoff(tries: number, random: number): number {
  return Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (tries - 1)) * (0.5 + random / 2);
}

function late(failure: Failure): Failure {
  return { ...failure, message: `${failure.message} (no time left to try again)` };
}

/** fetch hides the reason in `cause`. */
function describe(error: unknown): string {
  const said = [textAt(error, 'message'), textAt(error, 'cause', 'message')];
  return ['no answer', ...said.filter((text) => text !== undefined)].join(': ');
}
