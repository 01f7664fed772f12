import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inOwnNamespaces } from './own-namespaces.ts';
import { freePort, portOr } from './ports.ts';
import { relay } from './relay.ts';
import { type Gate, pagePort } from './state.ts';

/*
 * A lab with the real Kamaji runs in namespaces of its own (VIPs become addresses of its loopback). This process starts
 * it there and stays outside, to pass on what people look at: the page and the API server, over UNIX sockets.
 */

const dir = mkdtempSync(join(tmpdir(), 'kaas-lab-'));
const gate: Gate = {
  page: { port: await portOr(pagePort), path: join(dir, 'page') },
  api: { port: await freePort(), path: join(dir, 'api') },
};
for (const { port, path } of [gate.page, gate.api]) await relay({ port }, { path });
const daemon = fileURLToPath(new URL('daemon.ts', import.meta.url));
const { file, args, env } = inOwnNamespaces(
  {
    file: process.execPath,
    args: ['--import', 'tsx', daemon],
    env: { ...process.env, KAAS_LAB_GATE: JSON.stringify(gate) },
  },
  dir,
);
const child = spawn(file, args, { env, stdio: ['ignore', 'inherit', 'inherit'] });
process.on('SIGTERM', () => child.kill('SIGTERM'));
child.on('exit', (code) => {
  rmSync(dir, { recursive: true });
  process.exit(code ?? 1);
});
