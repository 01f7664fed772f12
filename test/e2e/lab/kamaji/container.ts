import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ApiServer } from '../api-server.ts';
import { binary } from '../build.ts';
import {
  type Component,
  konnectivityServer,
  kubeApiServer,
  kubeControllerManager,
  kubeScheduler,
} from '../components.ts';
import { type KubeObject, listAt, textAt } from '../object.ts';
import { type Program, start } from '../program.ts';
import { hostsFile } from './hosts.ts';
import { writeMounts } from './pod-files.ts';
import type { Sandbox } from './sandbox.ts';

/** Containers of a tenant's control plane pod that can run here, and their programs. */
const programs: Readonly<Record<string, Component>> = {
  'kube-apiserver': kubeApiServer,
  'kube-controller-manager': kubeControllerManager,
  'kube-scheduler': kubeScheduler,
  'konnectivity-server': konnectivityServer,
};

/**
 * A root folder with nothing but the program, its mounts and the names of the lab, entered by chroot in a mount
 * namespace: paths in flags and in mounted files hold as they are.
 */
const enter = `root=$1 program=$2 hosts=$3 shared=$4; shift 4
touch "$root/program" "$root/etc/hosts"
mount --bind "$program" "$root/program"
mount --bind "$hosts" "$root/etc/hosts"
mount -t proc proc "$root/proc"
mount --bind /dev "$root/dev"
for target in $shared; do mount --bind "\${target%%:*}" "$root\${target#*:}"; done
exec chroot "$root" /program "$@"`;

/** Starts one container of a pod with its own arguments and its own Secrets. */
export async function startContainer(
  api: ApiServer,
  pod: KubeObject,
  container: unknown,
  sandbox: Sandbox,
): Promise<Program> {
  const name = textAt(container, 'name');
  const component = programs[name];
  if (component === undefined) throw new Error(`no program is known for the container ${name}`);
  const folder = join(api.dir, 'pods', pod.metadata.uid ?? '');
  const root = join(folder, name);
  for (const path of ['etc', 'proc', 'dev', 'tmp']) mkdirSync(join(root, path), { recursive: true });
  writeFileSync(join(root, 'etc/resolv.conf'), '');
  const shared = await writeMounts(api.client, pod, container, root, join(folder, 'volumes'));
  const words = [...listAt(container, 'command'), ...listAt(container, 'args')].map(String);
  return start({
    name: `${pod.metadata.name}-${name}`,
    dir: api.dir,
    file: 'nsenter',
    args: [
      ...['--target', String(sandbox.pid), '--net', '--uts'],
      ...['unshare', '--mount', '--propagation', 'private', 'sh', '-e', '-c', enter, 'sh'],
      ...[root, binary(component), hostsFile(), shared.join(' ')],
      ...words.filter((word) => word.startsWith('--')),
    ],
  });
}
