import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { packImage } from './images.ts';
import { type Registry, startRegistry } from './registry.ts';

const dir = mkdtempSync(join(tmpdir(), 'kaas-images-'));
const missing: string[] = [];
let registry: Registry;

beforeAll(async () => {
  const program = join(dir, 'program');
  writeFileSync(program, 'a program');
  const image = {
    repository: 'registry.k8s.io/coredns/coredns',
    entrypoint: ['/coredns'],
    files: new Map([['coredns', program]]),
    links: new Map([['bin/dns', '/coredns']]),
  };
  registry = await startRegistry([await packImage(image, dir)], (name) => missing.push(name));
});
afterAll(async () => {
  await registry.stop();
  rmSync(dir, { recursive: true });
});

const ask = (path: string): Promise<Response> =>
  fetch(`http://127.0.0.1:${registry.port}/v2/coredns/coredns/${path}?ns=registry.k8s.io`);

test('an image is served by any tag, and every part of it is what its digest says', async () => {
  const manifest = (await (await ask('manifests/v1.14.6')).json()) as {
    config: { digest: string };
    layers: readonly { digest: string; size: number }[];
  };
  for (const { digest } of [manifest.config, ...manifest.layers]) {
    const content = Buffer.from(await (await ask(`blobs/${digest}`)).arrayBuffer());
    expect(`sha256:${createHash('sha256').update(content).digest('hex')}`).toBe(digest);
  }
});

test('an image asked for by a digest that it does not have is missing, as is one that the lab has not', async () => {
  const digest = `sha256:${'0'.repeat(64)}`;
  expect((await ask(`manifests/${digest}`)).status).toBe(404);
  const other = await fetch(`http://127.0.0.1:${registry.port}/v2/pause/manifests/3.10?ns=registry.k8s.io`);
  expect(other.status).toBe(404);
  expect(missing).toEqual([`registry.k8s.io/coredns/coredns:${digest}`, 'registry.k8s.io/pause:3.10']);
});
