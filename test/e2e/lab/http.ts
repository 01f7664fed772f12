import { Agent, request } from 'node:https';
import type { IncomingMessage } from 'node:http';

/** A request to the API server, or to the simulator. */
export interface Call {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
  readonly contentType?: string;
}

export interface Answer {
  readonly status: number;
  readonly body: string;
}

/** How to reach a server over TLS: trust, and either a client certificate or a token. */
export interface Endpoint {
  readonly url: string;
  readonly ca: string;
  readonly certificate?: string | undefined;
  readonly key?: string | undefined;
  readonly token?: string | undefined;
}

/** Sends one request and reads the whole answer. */
export type Send = (call: Call) => Promise<Answer>;

/**
 * A sender with connections kept alive. `fetch` is not used: Node 20's takes neither a CA nor a client
 * certificate per call without another dependency.
 */
export function sender({ url, ca, certificate, key, token }: Endpoint): Send {
  const { hostname, port } = new URL(url);
  const agent = new Agent({ keepAlive: true, maxSockets: 16, ca, cert: certificate, key });
  const headers = {
    accept: 'application/json',
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  };
  return ({ method, path, body, contentType = 'application/json' }) =>
    new Promise((done, fail) => {
      // Node frames the body of a DELETE only when its length is given; else it is taken for the next request.
      const content =
        body === undefined ? {} : { 'content-type': contentType, 'content-length': Buffer.byteLength(body) };
      const options = {
        agent,
        hostname,
        port,
        method,
        path,
        headers: { ...headers, ...content },
        timeout: 60_000,
      };
      const outgoing = request(options, (answer) => {
        readAll(answer).then((text) => done({ status: answer.statusCode ?? 0, body: text }), fail);
      });
      outgoing.on('timeout', () => outgoing.destroy(new Error(`${method} ${url}${path}: no answer in 60 s`)));
      outgoing.on('error', fail);
      outgoing.end(body);
    });
}

/** The whole body of a message as text. */
export async function readAll(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
