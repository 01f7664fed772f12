import { spawn, spawnSync } from 'node:child_process';
import process from 'node:process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A running `kubectl proxy`, on loopback and a free port. */
export interface Proxy {
  readonly server: string;
  stop(): void;
}

const startMs = 15_000;

/** Starts a proxy to the cluster that kubectl reaches with the arguments. Rejects with what kubectl says. */
export function startProxy(args: readonly string[]): Promise<Proxy> {
  return new Promise((resolve, reject) => {
    const kubectl = spawn('kubectl', [...args, 'proxy', '--port=0', '--address=127.0.0.1'], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: process.env,
    });
    const told: string[] = [];
    const timer = setTimeout(() => {
      kubectl.kill();
      reject(new Error(`kubectl proxy did not start within ${String(startMs / 1000)} s`));
    }, startMs);
    kubectl.stderr.on('data', (chunk: Buffer) => told.push(chunk.toString()));
    kubectl.on('error', (error) => {
      clearTimeout(timer);
      reject(new Error(`kubectl cannot be run (${error.message}); install it, or give --server`));
    });
    // Not 'exit': what kubectl said last may still be in the pipe then.
    kubectl.on('close', () => {
      clearTimeout(timer);
      reject(new Error(`kubectl proxy ended: ${told.join('').trim()}`));
    });
    kubectl.stdout.on('data', (chunk: Buffer) => {
      const [, address] = /Starting to serve on (\S+)/.exec(chunk.toString()) ?? [];
      if (address === undefined) return;
      clearTimeout(timer);
      resolve({ server: `http://${address}`, stop: () => void kubectl.kill() });
    });
  });
}

/**
 * Whether kubectl with the arguments knows which cluster is meant. Without a context it asks localhost:8080, or the
 * cluster that it runs in: so this explains a failure, and forbids nothing.
 */
export function hasCurrentContext(args: readonly string[]): boolean {
  return spawnSync('kubectl', [...args, 'config', 'current-context'], { env: process.env }).status === 0;
}

/** Starts a proxy with the text of a kubeconfig, which lies in a private file as long as it runs. */
export async function startProxyWith(kubeconfig: string): Promise<Proxy> {
  const folder = mkdtempSync(join(tmpdir(), 'kaas-verify-'));
  const file = join(folder, 'kubeconfig');
  const forget = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    writeFileSync(file, kubeconfig, { mode: 0o600 });
    const proxy = await startProxy(['--kubeconfig', file]);
    return {
      server: proxy.server,
      stop: () => {
        proxy.stop();
        forget();
      },
    };
  } catch (error) {
    forget();
    throw error;
  }
}
