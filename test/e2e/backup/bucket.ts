import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { binary } from '../lab/build.ts';
import { freePort } from '../lab/ports.ts';
import { start } from '../lab/program.ts';
import { until } from '../lab/wait.ts';
import { rclone } from './programs.ts';

/** An S3 server on loopback whose bucket is a folder. */
export interface Bucket {
  readonly url: string;
  readonly secret: { readonly 'access-key': string; readonly 'secret-key': string };
  /** Folder of the bucket. */
  readonly folder: string;
  stop(): Promise<void>;
}

const secret = { 'access-key': 'lab-access', 'secret-key': 'lab-secret-key' };

export async function startBucket(dir: string): Promise<Bucket> {
  const port = await freePort();
  const folder = join(dir, 's3', 'kaas-backup');
  mkdirSync(folder, { recursive: true });
  const program = start({
    name: 's3',
    file: binary(rclone),
    args: [
      'serve',
      's3',
      `--addr=127.0.0.1:${port}`,
      `--auth-key=${secret['access-key']},${secret['secret-key']}`,
      join(dir, 's3'),
    ],
    env: { RCLONE_CONFIG: join(dir, 'no-such-file') },
    dir,
  });
  await until(
    'the S3 server',
    () => canConnect(port),
    { seconds: 20, every: 100 },
    () => program.tail(),
  );
  return { url: `http://127.0.0.1:${port}`, secret, folder, stop: () => program.stop() };
}

/** Names of the files below a folder of the bucket, sorted; empty if it is not there. */
export function listed(bucket: Bucket, path: string): readonly string[] {
  const folder = join(bucket.folder, path);
  return existsSync(folder) ? readdirSync(folder).sort() : [];
}

/** The backup that counts as the newest good one; undefined if there is none. */
export function latest(bucket: Bucket, path: string): string | undefined {
  const file = join(bucket.folder, path, 'latest');
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
}

const canConnect = (port: number): Promise<boolean> =>
  new Promise((done) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      done(true);
    });
    socket.on('error', () => done(false));
  });
