import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ApiAnswer, ApiRequest } from '../../lib/autoscaler/transport.ts';
import type { StandIn } from './stand-in.ts';

/** What goes wrong with one exchange. */
export type Fault =
  | { readonly status: number; readonly text?: string; readonly headers?: Readonly<Record<string, string>> }
  | 'reset'
  | 'reset in mid-body'
  | 'half JSON'
  | 'stall'
  | 'stall in mid-body';

export interface Seen {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | undefined;
}

export interface HttpStandIn {
  readonly url: string;
  readonly seen: readonly Seen[];
  readonly close: () => Promise<void>;
}

/** Serves `api` on loopback. `fault` says what goes wrong with a request; it may happen after it was carried out. */
export async function serve(
  api: StandIn,
  fault: (request: Seen, count: number) => Fault | undefined = () => undefined,
): Promise<HttpStandIn> {
  const seen: Seen[] = [];
  const server = createServer((incoming, outgoing) => {
    void readAll(incoming).then((body) => {
      const { method = 'GET', url: path = '/' } = incoming;
      const request = { method, path, authorization: incoming.headers.authorization };
      seen.push(request);
      const wrong = fault(request, seen.length);
      if (typeof wrong === 'object') refuse(outgoing, wrong);
      else if (wrong === 'reset') incoming.socket.destroy();
      else if (wrong !== 'stall') reply(outgoing, api.handle(asRequest(request, body)), wrong);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    seen,
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function asRequest({ method, path }: Seen, body: string): ApiRequest {
  if (method !== 'GET' && method !== 'PATCH' && method !== 'DELETE') throw new Error(`unexpected ${method}`);
  return { method, path, ...(body === '' ? {} : { body }) };
}

function refuse(outgoing: ServerResponse, { status, text, headers }: Extract<Fault, object>): void {
  const body = text ?? JSON.stringify({ kind: 'Status', message: `injected ${status}`, code: status });
  outgoing.writeHead(status, headers).end(body);
}

function reply(
  outgoing: ServerResponse,
  { status, text }: ApiAnswer,
  wrong: Exclude<Fault, object> | undefined,
): void {
  const half = text.slice(0, Math.floor(text.length / 2));
  if (wrong === undefined || wrong === 'half JSON') {
    outgoing.writeHead(status).end(wrong === undefined ? text : half);
    return;
  }
  outgoing.writeHead(status, { 'content-length': Buffer.byteLength(text) });
  outgoing.write(half);
  if (wrong === 'reset in mid-body') setTimeout(() => outgoing.destroy(), 5);
}

async function readAll(incoming: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of incoming) text += String(chunk);
  return text;
}
