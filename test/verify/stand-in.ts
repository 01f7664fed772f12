import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

type Json = Readonly<Record<string, unknown>>;

/** A stand-in for an API server: answers from a map of paths, and remembers what it was asked to change. */
export class StandIn {
  readonly objects = new Map<string, Json | string>();
  /** Paths that answer with a status of their own. */
  readonly failing = new Map<string, number>();
  /** Paths that answer with a status and a text of their own. */
  readonly answers = new Map<string, readonly [status: number, text: string]>();
  readonly writes: string[] = [];
  /** Called after each write, such as to let a Node appear. */
  onWrite: (write: string) => void = () => undefined;
  #server: Server | undefined;

  set(path: string, object: Json | string): this {
    this.objects.set(path, object);
    return this;
  }

  list(path: string, ...items: readonly Json[]): this {
    return this.set(path, { items });
  }

  async start(): Promise<string> {
    const server = createServer((request, response) => {
      const path = decodeURIComponent((request.url ?? '').split('?')[0] ?? '');
      const failure = this.failing.get(path);
      if (failure !== undefined)
        return void response.writeHead(failure).end(JSON.stringify({ message: `refused: ${path}` }));
      const answer = this.answers.get(path);
      if (answer !== undefined) return void response.writeHead(answer[0]).end(answer[1]);
      if (request.method !== 'GET') {
        const write = `${request.method ?? ''} ${path}`;
        this.writes.push(write);
        this.onWrite(write);
        request.resume();
        return void response.writeHead(request.method === 'POST' ? 201 : 200).end('{}');
      }
      const found = this.objects.get(path);
      if (found === undefined)
        return void response.writeHead(404).end(JSON.stringify({ message: 'not found' }));
      response.writeHead(200).end(typeof found === 'string' ? found : JSON.stringify(found));
    });
    this.#server = server;
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  }

  stop(): void {
    this.#server?.closeAllConnections();
    this.#server?.close();
  }
}
