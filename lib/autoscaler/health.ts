/** Liveness in interval mode: alive means that runs come to an end, whatever their outcome. */
import { createServer } from 'node:http';
import type { Server } from 'node:http';

export interface Health {
  /** Call when a run has ended. */
  readonly beat: () => void;
  readonly server: Server;
}

/** Answers 200 on /healthz while the last beat is younger than `patience` milliseconds, else 503. */
export async function startHealth(port: number, patience: number, now: () => number): Promise<Health> {
  let last = now();
  const server = createServer((request, response) => {
    const age = now() - last;
    const known = request.url === '/healthz';
    response.writeHead(!known ? 404 : age <= patience ? 200 : 503, { 'content-type': 'text/plain' });
    response.end(known ? `the last run ended ${Math.round(age / 1000)} s ago\n` : 'only /healthz\n');
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, resolve);
  });
  return { server, beat: () => (last = now()) };
}
