import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { parse } from 'yaml';
import type { CloudInitData } from '../../proxmox/site.ts';
import { at, listAt, mapAt, textAt } from '../object.ts';
import { renderJinja } from '../stand-in/cloud-config.ts';

const run = promisify(execFile);

/** A network card as cloud-init sets it up. */
export interface Card {
  readonly name: string;
  readonly addresses: readonly string[];
  readonly gateway: string | undefined;
}

/** What a machine learns of itself before it boots. */
export interface Instance {
  readonly hostname: string;
  readonly cards: readonly Card[];
  readonly nameservers: readonly string[];
}

/** Reads meta-data and the network configuration, version 2. */
export function readInstance({ metaData, networkConfig }: CloudInitData): Instance {
  const ethernets = mapAt(parse(networkConfig), 'network.ethernets');
  const all = Object.keys(ethernets).length > 0 ? ethernets : mapAt(parse(networkConfig), 'ethernets');
  const cards = Object.entries(all).map(([name, card]) => ({
    name,
    addresses: listAt(card, 'addresses').map(String),
    gateway: gatewayOf(card),
  }));
  const nameservers = Object.values(all).flatMap((card) => listAt(card, 'nameservers.addresses').map(String));
  return { hostname: textAt(parse(metaData), 'local-hostname'), cards, nameservers };
}

function gatewayOf(card: unknown): string | undefined {
  const route = listAt(card, 'routes').find((candidate) =>
    /^(default|0\.0\.0\.0\/0)$/.test(textAt(candidate, 'to')),
  );
  const gateway = textAt(route, 'via') || textAt(card, 'gateway4');
  return gateway === '' ? undefined : gateway;
}

/**
 * Does with user-data what cloud-init's modules write_files and runcmd do, in the machine whose first process is
 * `pid`; what the commands print is in its /var/log/cloud-init-output.log. Throws with its end when one fails:
 * kubeadm join is the last.
 */
export async function runUserData({ userData, metaData }: CloudInitData, pid: number): Promise<void> {
  const plain = renderJinja(userData.replaceAll(/^## template: jinja$/gm, ''), parse(metaData));
  const config: unknown = parse(plain);
  const root = `/proc/${String(pid)}/root`;
  for (const file of listAt(config, 'write_files')) writeEntry(root, file);
  const commands = listAt(config, 'runcmd').map((command) =>
    Array.isArray(command) ? command.map((word) => `'${String(word)}'`).join(' ') : String(command),
  );
  const script = ['exec >/var/log/cloud-init-output.log 2>&1', ...commands].join('\n');
  const inside = ['--target', String(pid), '--mount', '--net', '--uts', '--ipc', '--pid'];
  try {
    await run('nsenter', [...inside, 'sh', '-e', '-c', script], { timeout: 300_000, env });
  } catch {
    throw new Error(readFileSync(`${root}/var/log/cloud-init-output.log`, 'utf8').slice(-2000));
  }
}

const env = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', HOME: '/root' };

function writeEntry(root: string, file: unknown): void {
  const path = join(root, textAt(file, 'path'));
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, decoded(textAt(file, 'content'), textAt(file, 'encoding')));
  const permissions = at(file, 'permissions');
  chmodSync(path, Number.parseInt(typeof permissions === 'string' ? permissions : '0644', 8));
}

function decoded(content: string, encoding: string): Buffer {
  const plain = Buffer.from(content, /b64|base64/.test(encoding) ? 'base64' : 'utf8');
  return encoding.startsWith('gz') ? gunzipSync(plain) : plain;
}
