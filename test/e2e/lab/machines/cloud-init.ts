import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
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
 * `pid`. Throws with the end of the output when a command fails: kubeadm join is the last one.
 */
export async function runUserData({ userData, metaData }: CloudInitData, pid: number): Promise<string> {
  const config: unknown = parse(
    renderJinja(userData.replaceAll(/^## template: jinja$/gm, ''), parse(metaData)),
  );
  for (const file of listAt(config, 'write_files')) writeEntry(`/proc/${String(pid)}/root`, file);
  const commands = listAt(config, 'runcmd').map((command) =>
    Array.isArray(command) ? command.map((word) => `'${String(word)}'`).join(' ') : String(command),
  );
  const inside = ['--target', String(pid), '--mount', '--net', '--uts', '--ipc', '--pid'];
  const { stdout, stderr } = await run('nsenter', [...inside, 'sh', '-e', '-c', commands.join('\n')], {
    maxBuffer: 2 ** 24,
    timeout: 300_000,
    env: { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', HOME: '/root' },
  });
  return stdout + stderr;
}

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
