import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, createReadStream, mkdirSync, readdirSync, statSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A container image of the lab: programs that the lab has, under the name by which the cluster's objects ask for them. */
export interface Image {
  /** Registry and repository, such as `registry.k8s.io/pause`. Any tag is served. */
  readonly repository: string;
  readonly entrypoint: readonly string[];
  /** Path inside the image and file of this machine. */
  readonly files: ReadonlyMap<string, string>;
  /** Path inside the image and what it points to. */
  readonly links: ReadonlyMap<string, string>;
}

/** A file of the registry: an image's manifest, configuration or layer. */
export interface Blob {
  readonly type: string;
  readonly digest: string;
  readonly size: number;
  /** The content, or the file that has it. */
  readonly content: Buffer | string;
}

/** An image as a registry serves it. */
export interface PackedImage {
  readonly repository: string;
  readonly manifest: Blob;
  readonly blobs: readonly Blob[];
}

const oci = 'application/vnd.oci.image';

/** Packs an image into one layer, by the OCI image specification 1.1. */
export async function packImage(image: Image, dir: string): Promise<PackedImage> {
  const root = join(dir, image.repository.replaceAll('/', '_'));
  for (const [path, file] of image.files) {
    mkdirSync(join(root, dirname(path)), { recursive: true });
    copyFileSync(file, join(root, path));
  }
  for (const [path, target] of image.links) {
    mkdirSync(join(root, dirname(path)), { recursive: true });
    symlinkSync(target, join(root, path));
  }
  mkdirSync(join(root, 'tmp'), { recursive: true });
  const archive = `${root}.tar`;
  await run('tar', ['--owner=0', '--group=0', '-C', root, '-cf', archive, '.']);
  const layer: Blob = {
    type: `${oci}.layer.v1.tar`,
    digest: await digestOf(archive),
    size: statSync(archive).size,
    content: archive,
  };
  const config = json(`${oci}.config.v1+json`, {
    architecture: process.arch === 'x64' ? 'amd64' : process.arch,
    os: 'linux',
    config: { Entrypoint: image.entrypoint, Env: ['PATH=/usr/sbin:/usr/bin:/sbin:/bin'] },
    rootfs: { type: 'layers', diff_ids: [layer.digest] },
  });
  const manifest = json(`${oci}.manifest.v1+json`, {
    schemaVersion: 2,
    mediaType: `${oci}.manifest.v1+json`,
    config: describe(config),
    layers: [describe(layer)],
  });
  return { repository: image.repository, manifest, blobs: [config, layer] };
}

const describe = ({ type, digest, size }: Blob): unknown => ({ mediaType: type, digest, size });

function json(type: string, value: unknown): Blob {
  const content = Buffer.from(JSON.stringify(value));
  const digest = `sha256:${createHash('sha256').update(content).digest('hex')}`;
  return { type, digest, size: content.length, content };
}

async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of createReadStream(file)) hash.update(part as Buffer);
  return `sha256:${hash.digest('hex')}`;
}

/** The shared libraries that these programs load, and they themselves, by the dynamic linker's own answer. */
export async function withLibraries(programs: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { stdout } = await run('ldd', programs);
  const libraries = [...stdout.matchAll(/(\/\S+) \(0x/g)].map(([, file]) => file ?? '');
  return new Map([...programs, ...libraries].map((file) => [file, file]));
}

/** Every file of a folder, under the same path. */
export const folderFiles = (folder: string): readonly string[] =>
  readdirSync(folder).map((name) => join(folder, name));
