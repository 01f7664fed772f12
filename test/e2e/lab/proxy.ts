import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Endpoint, readAll, sender } from './http.ts';

/** What `kubectl proxy` is: the API server over plain HTTP on loopback, under one identity. */
export interface Proxy {
  readonly url: string;
  stop(): void;
}

export async function startProxy(endpoint: Endpoint): Promise<Proxy> {
  const send = sender(endpoint);
  const server = createServer((request, response) => {
    const forward = async (): Promise<void> => {
      const body = await readAll(request);
      const contentType = request.headers['content-type'];
      const { status, body: answer } = await send({
        method: request.method ?? 'GET',
        path: request.url ?? '/',
        ...(body === '' ? {} : { body }),
        ...(contentType === undefined ? {} : { contentType }),
      });
      response.writeHead(status, { 'content-type': 'application/json' }).end(answer);
    };
    forward().catch((error: unknown) => response.writeHead(502).end(String(error)));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
