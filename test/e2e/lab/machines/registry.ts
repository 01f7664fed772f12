import { createReadStream } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Blob, PackedImage } from './images.ts';

/** A registry that runs. */
export interface Registry {
  readonly port: number;
  stop(): Promise<void>;
}

/**
 * Serves images, whatever the tag, by the pull part of the OCI distribution specification 1.1. containerd names the
 * registry that it mirrors in the query `ns`. `missing` is told of what is asked for and not there.
 */
export async function startRegistry(
  images: readonly PackedImage[],
  missing: (image: string) => void,
): Promise<Registry> {
  const server = createServer((request, response) => answer(images, missing, request, response));
  await new Promise<void>((done) => server.listen(0, done));
  return {
    port: (server.address() as AddressInfo).port,
    stop: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}

function answer(
  images: readonly PackedImage[],
  missing: (image: string) => void,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const url = new URL(request.url ?? '/', 'http://registry');
  const [, path = '', what = '', reference = ''] =
    /^\/v2\/(.+)\/(manifests|blobs)\/(.+)$/.exec(url.pathname) ?? [];
  if (path === '') return void response.end('{}');
  const repository = `${url.searchParams.get('ns') ?? ''}/${path}`;
  const image = images.find((candidate) => candidate.repository === repository);
  const blob = image === undefined ? undefined : find(image, what, reference);
  if (blob === undefined) {
    missing(`${repository}:${reference}`);
    response.writeHead(404).end();
    return;
  }
  response.writeHead(200, {
    'Content-Type': blob.type,
    'Content-Length': blob.size,
    'Docker-Content-Digest': blob.digest,
  });
  if (request.method === 'HEAD') response.end();
  else if (typeof blob.content === 'string') createReadStream(blob.content).pipe(response);
  else response.end(blob.content);
}

function find({ manifest, blobs }: PackedImage, what: string, reference: string): Blob | undefined {
  if (what === 'blobs') return blobs.find(({ digest }) => digest === reference);
  const byDigest = reference.startsWith('sha256:');
  return !byDigest || reference === manifest.digest ? manifest : undefined;
}
