import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the store does to snapshots that are uploaded under incoming/. */
export interface Lie {
  /** The connection breaks after that many bytes. */
  readonly cutAfter?: number;
  /** What is kept of a body; sizes and checksums are told as if it were all of it. */
  readonly keep?: (body: Buffer) => Buffer;
}

/** An S3 server that is not to be trusted: as much of the protocol as rclone uses on one bucket, no signatures. */
export interface LyingStore {
  readonly url: string;
  /** Keys that it holds. */
  keys(): readonly string[];
  stop(): Promise<void>;
}

interface Kept {
  readonly body: Buffer;
  /** What it says of the body. */
  readonly length: number;
  readonly etag: string;
}

export async function startLyingStore(lie: Lie): Promise<LyingStore> {
  const objects = new Map<string, Kept>();
  const server = createServer((incoming, answer) => {
    handle(incoming, answer, objects, lie).catch(() => incoming.socket.destroy());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    keys: () => [...objects.keys()].sort(),
    stop: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}

async function handle(
  incoming: IncomingMessage,
  answer: ServerResponse,
  objects: Map<string, Kept>,
  lie: Lie,
): Promise<void> {
  const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://store');
  const key = decodeURIComponent(pathname).slice(1);
  if (incoming.method === 'PUT') return put(incoming, answer, objects, key, lie);
  if (incoming.method === 'DELETE') {
    objects.delete(key);
    answer.writeHead(204).end();
    return undefined;
  }
  if (searchParams.has('list-type') || searchParams.has('prefix')) {
    list(answer, objects, key, searchParams);
    return;
  }
  const found = objects.get(key);
  if (found === undefined) {
    answer.writeHead(404, { 'content-type': 'application/xml' }).end('<Error><Code>NoSuchKey</Code></Error>');
    return undefined;
  }
  const isHead = incoming.method === 'HEAD';
  const length = isHead ? found.length : found.body.length;
  answer.writeHead(200, {
    'content-length': length,
    etag: found.etag,
    'last-modified': new Date().toUTCString(),
  });
  answer.end(isHead ? undefined : found.body);
  return undefined;
}

async function put(
  incoming: IncomingMessage,
  answer: ServerResponse,
  objects: Map<string, Kept>,
  key: string,
  lie: Lie,
): Promise<void> {
  const suspect = key.includes('/incoming/') && key.endsWith('.db');
  const source = incoming.headers['x-amz-copy-source'];
  if (typeof source === 'string') {
    copy(answer, objects, key, source);
    return;
  }
  const chunks: Buffer[] = [];
  let seen = 0;
  for await (const chunk of incoming) {
    chunks.push(chunk as Buffer);
    seen += (chunk as Buffer).length;
    if (suspect && lie.cutAfter !== undefined && seen > lie.cutAfter) {
      incoming.socket.destroy();
      return;
    }
  }
  const body = Buffer.concat(chunks);
  const etag = `"${createHash('md5').update(body).digest('hex')}"`;
  objects.set(key, {
    body: suspect && lie.keep !== undefined ? lie.keep(body) : body,
    length: body.length,
    etag,
  });
  answer.writeHead(200, { etag }).end();
}

function copy(answer: ServerResponse, objects: Map<string, Kept>, key: string, source: string): void {
  const found = objects.get(decodeURIComponent(source).replace(/^\//, ''));
  if (found === undefined) {
    answer.writeHead(404).end();
    return;
  }
  objects.set(key, found);
  answer.writeHead(200, { 'content-type': 'application/xml' });
  answer.end(`<CopyObjectResult><ETag>${found.etag}</ETag></CopyObjectResult>`);
}

function list(
  answer: ServerResponse,
  objects: Map<string, Kept>,
  bucket: string,
  query: URLSearchParams,
): void {
  const prefix = query.get('prefix') ?? '';
  const root = bucket.replace(/\/$/, '');
  const contents = [...objects].flatMap(([key, { length, etag }]) => {
    const name = key.slice(root.length + 1);
    if (!key.startsWith(`${root}/`) || !name.startsWith(prefix)) return [];
    const time = new Date().toISOString();
    return `<Contents><Key>${name}</Key><LastModified>${time}</LastModified><ETag>${etag}</ETag><Size>${length}</Size></Contents>`;
  });
  answer.writeHead(200, { 'content-type': 'application/xml' });
  answer.end(`<ListBucketResult><IsTruncated>false</IsTruncated>${contents.join('')}</ListBucketResult>`);
}
