import { type AddressInfo, createServer } from 'node:net';

const [first, last] = [20_000, 31_999]; // below the ports that Linux gives to outgoing connections
let latest = first + ((process.pid * 97) % (last - first));

/** A TCP port that is free on loopback now, and that this process has not been given lately. */
export async function freePort(): Promise<number> {
  for (;;) {
    latest = latest >= last ? first : latest + 1;
    const port = await tryPort(latest).catch(() => undefined);
    if (port !== undefined) return port;
  }
}

/** `port` if it is free on loopback now, else another one. */
export const portOr = (port: number): Promise<number> => tryPort(port).catch(freePort);

function tryPort(wanted: number): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer();
    server.on('error', fail);
    server.listen(wanted, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => done(port));
    });
  });
}

/** Throws if something listens on `port` of this machine. */
export async function requireFree(port: number, why: string): Promise<void> {
  await tryPort(port).catch(() => {
    throw new Error(`port ${port} is in use (another lab?): ${why}`);
  });
}
