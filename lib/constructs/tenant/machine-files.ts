import type { File, Machines } from '../../fleet/index.ts';
import { compareText } from '../../finding/index.ts';
import type { Json } from '../class/variable.ts';

/** Files of a machine: those that are named, and one per registry mirror. */
export function machineFiles({ files, mirrors }: Machines): Json[] {
  const registries = Object.entries(mirrors).sort(([a], [b]) => compareText(a, b));
  return [...registries.map(([registry, urls]) => hostsFile(registry, urls)), ...files.map(fileOf)];
}

/** Logins of a machine, in the order of their names. */
export function users({ users }: Machines): Json[] {
  return Object.entries(users)
    .sort(([a], [b]) => compareText(a, b))
    .map(([name, { keys, sudo = false }]) => ({
      name,
      ...(sudo ? { sudo: 'ALL=(ALL) NOPASSWD:ALL' } : {}),
      sshAuthorizedKeys: keys,
    }));
}

/** Source: containerd docs/hosts.md; image-builder's containerd reads /etc/containerd/certs.d. */
function hostsFile(registry: string, urls: readonly string[]): Json {
  const server = registry === 'docker.io' ? 'https://registry-1.docker.io' : `https://${registry}`;
  const hosts = urls.map((url) => `\n[host."${url}"]\n  capabilities = ["pull", "resolve"]\n`);
  return {
    path: `/etc/containerd/certs.d/${registry}/hosts.toml`,
    content: `server = "${server}"\n${hosts.join('')}`,
    permissions: '0644',
    owner: 'root:root',
  };
}

function fileOf({ path, content, secret, permissions = '0644', owner = 'root:root' }: File): Json {
  const source =
    secret === undefined
      ? { content: content ?? '' }
      : { contentFrom: { secret: { name: secret.name, key: secret.key } } };
  return { path, ...source, permissions, owner };
}
