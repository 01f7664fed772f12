import { spawnSync } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';

/** A command line and its environment. */
export interface CommandLine {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

/**
 * The same command in a network and a mount namespace of its own: VIPs become addresses of its loopback, and names
 * of Services lines of an /etc/hosts that nobody else sees. Needs root, util-linux and iproute2.
 */
export function inOwnNamespaces({ file, args, env }: CommandLine, dir: string): CommandLine {
  const hosts = join(dir, 'hosts');
  copyFileSync('/etc/hosts', hosts);
  const script =
    'ip link set lo up && mount --make-rprivate / && mount --bind "$KAAS_LAB_HOSTS" /etc/hosts && exec "$@"';
  return {
    file: 'unshare',
    args: ['--net', '--mount', 'sh', '-c', script, 'sh', file, ...args],
    env: { ...env, KAAS_LAB_HOSTS: hosts },
  };
}

/** True if `inOwnNamespaces` works here. */
export const canHaveNamespaces = (): boolean =>
  spawnSync('unshare', ['--net', '--mount', 'ip', 'link', 'set', 'lo', 'up']).status === 0;

export const namespacesRefused =
  'Kamaji is given, but this user may not make network and mount namespaces (unshare, ip): it is played. Run it as root.';
