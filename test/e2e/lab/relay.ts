import { connect, createServer, type Server, type Socket } from 'node:net';

/** A TCP address on loopback, or a UNIX socket, which is the same file in every network namespace. */
export type Place = { readonly port: number } | { readonly path: string };

const loopback = '127.0.0.1';

/** Passes every connection to `from` on to `to`, both ways, until the server is closed. */
export async function relay(from: Place, to: Place): Promise<Server> {
  const server = createServer((near) => {
    const far = 'path' in to ? connect(to.path) : connect(to.port, loopback);
    join(near, far);
    join(far, near);
  });
  await new Promise<void>((done, fail) => {
    server.once('error', fail);
    if ('path' in from) server.listen(from.path, done);
    else server.listen(from.port, loopback, done);
  });
  return server;
}

function join(one: Socket, other: Socket): void {
  one.pipe(other);
  one.on('error', () => other.destroy()).on('close', () => other.destroy());
}
