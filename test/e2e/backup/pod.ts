import { type ChildProcess, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { binary } from '../lab/build.ts';
import { type Component, etcd } from '../lab/components.ts';
import { etcdctl, etcdutl, rclone } from './programs.ts';

/** The parts of a pod that are looked at here, as they stand in the emitted YAML. */
export interface PodSpec {
  readonly initContainers?: readonly Container[];
  readonly containers: readonly Container[];
  readonly volumes: readonly Volume[];
}

export interface Container {
  readonly name: string;
  readonly command: readonly string[];
  readonly args: readonly string[];
  readonly env?: readonly EnvVar[];
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[];
  readonly restartPolicy?: string;
}

interface EnvVar {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: { readonly secretKeyRef?: { readonly name: string; readonly key: string } };
}

interface Volume {
  readonly name: string;
  readonly emptyDir?: unknown;
  readonly secret?: { readonly secretName: string };
  readonly configMap?: { readonly name: string };
  readonly persistentVolumeClaim?: { readonly claimName: string };
}

type Files = Readonly<Record<string, string>>;

/** What a kubelet would find in its cluster. */
export interface World {
  readonly dir: string;
  readonly secrets: Readonly<Record<string, Files>>;
  readonly configMaps: Readonly<Record<string, Files>>;
  /** Folder of each PersistentVolumeClaim. */
  readonly claims: Readonly<Record<string, string>>;
  /** Texts that become others wherever they stand: names of Services, ports. */
  readonly names: Readonly<Record<string, string>>;
  /** Folder taken for emptyDir volumes instead of a new one. */
  readonly scratch?: string;
  /** Numeric user and group of every container, as the pod's security context says; default: whoever runs the tests. */
  readonly user?: number;
  /** Programs of the images that are built; default: etcd's and rclone. */
  readonly components?: readonly Component[];
  /** Others, by the name that the pods call. */
  readonly programs?: Readonly<Record<string, string>>;
  /** Called before a container starts; may change what lies in the volumes. */
  readonly before?: (container: string, volumes: Readonly<Record<string, string>>) => void | Promise<void>;
}

export interface Ran {
  readonly name: string;
  readonly code: number;
  readonly output: string;
}

/** One attempt of a pod: what ran, and whether all of it ended well. */
export interface Attempt {
  readonly succeeded: boolean;
  readonly ran: readonly Ran[];
}

/** The output of a container in an attempt; throws if it never ran. */
export function outputOf(attempt: Attempt | undefined, name: string): string {
  const found = attempt?.ran.find((container) => container.name === name);
  if (found === undefined)
    throw new Error(`${name} did not run; ${JSON.stringify(attempt?.ran, undefined, 1)}`);
  return found.output;
}

/**
 * Does what a kubelet does with a pod: init containers one after another, sidecars beside them, then the container.
 * Commands, arguments, scripts and environment are the pod's own; only mount paths become folders of this machine, and
 * the names in `world.names` what they resolve to.
 */
export async function runPod(pod: PodSpec, world: World, extra: Files = {}): Promise<Attempt> {
  mkdirSync(world.dir, { recursive: true });
  const dir = mkdtempSync(join(world.dir, 'pod-'));
  const volumes = Object.fromEntries(
    pod.volumes.map((volume) => [volume.name, volumeFolder(volume, dir, world)]),
  );
  const path = programFolder(dir, world);
  if (world.user !== undefined) chown(dir, Object.values(volumes), world.user);
  const sidecars: ChildProcess[] = [];
  const ran: Ran[] = [];
  try {
    for (const container of [...(pod.initContainers ?? []), ...pod.containers]) {
      await world.before?.(container.name, volumes);
      const child = spawnContainer(container, { volumes, world, extra, path, dir });
      if (container.restartPolicy === 'Always') {
        sidecars.push(child);
        continue;
      }
      const outcome = await end(container.name, child);
      ran.push(outcome);
      if (outcome.code !== 0) return { succeeded: false, ran };
    }
    return { succeeded: true, ran };
  } finally {
    await Promise.all(sidecars.map(kill));
    rmSync(dir, { recursive: true, force: true });
  }
}

function volumeFolder(volume: Volume, dir: string, world: World): string {
  const claim = volume.persistentVolumeClaim?.claimName;
  if (claim !== undefined) return required(world.claims[claim], `claim ${claim}`);
  const folder = join(dir, 'volumes', volume.name);
  if (volume.emptyDir !== undefined && world.scratch !== undefined) return world.scratch;
  mkdirSync(folder, { recursive: true });
  const { secret, configMap } = volume;
  const files =
    secret !== undefined
      ? required(world.secrets[secret.secretName], `Secret ${secret.secretName}`)
      : configMap !== undefined
        ? required(world.configMaps[configMap.name], `ConfigMap ${configMap.name}`)
        : {};
  for (const [name, content] of Object.entries(files))
    writeFileSync(join(folder, name), content, { mode: 0o440 });
  return folder;
}

/** The programs of the images, under the names that the pods call. */
function programFolder(
  dir: string,
  { user, components = [etcd, etcdctl, etcdutl, rclone], programs = {} }: World,
): string {
  const folder = join(dir, 'bin');
  mkdirSync(folder, { recursive: true });
  // Another user need not see the folder where the binaries are kept.
  const place = user === undefined ? symlinkSync : copyFileSync;
  for (const component of components) place(binary(component), join(folder, component.name));
  symlinkSync(process.execPath, join(folder, 'node'));
  for (const [name, file] of Object.entries(programs)) symlinkSync(file, join(folder, name));
  return `${folder}:/usr/bin:/bin`;
}

/** As a kubelet with fsGroup: folders are the group's, files stay root's and can be read by the group. */
function chown(dir: string, folders: readonly string[], user: number): void {
  chownSync(dir, user, user);
  for (const folder of folders) {
    chownSync(folder, 0, user);
    chmodSync(folder, 0o770);
    for (const name of readdirSync(folder)) chownSync(join(folder, name), 0, user);
  }
}

interface Place {
  readonly volumes: Files;
  readonly world: World;
  readonly extra: Files;
  readonly path: string;
  readonly dir: string;
}

function spawnContainer(container: Container, { volumes, world, extra, path, dir }: Place): ChildProcess {
  const map = mapper(container, volumes, world.names);
  const declared = environment(container, world);
  const env = { ...extra, ...declared };
  const expand = (text: string): string =>
    text.replaceAll(/\$\(([A-Z_]+)\)/g, (whole, name: string) => env[name] ?? whole);
  const [file = '', ...args] = [...container.command, ...container.args].map((text) => map(expand(text)));
  const mapped = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, map(expand(value))]));
  chmodSync(dir, 0o700);
  const { user } = world;
  return spawn(file, args, {
    cwd: dir,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: path, ...mapped },
    ...(user === undefined ? {} : { uid: user, gid: user }),
  });
}

function environment({ env = [] }: Container, world: World): Record<string, string> {
  return Object.fromEntries(
    env.map(({ name, value, valueFrom }) => {
      const from = valueFrom?.secretKeyRef;
      if (from === undefined) return [name, value ?? ''];
      return [name, required(world.secrets[from.name]?.[from.key], `Secret ${from.name}, key ${from.key}`)];
    }),
  );
}

/** Mount paths count only as whole path segments at the start of a path. */
function mapper({ volumeMounts }: Container, volumes: Files, names: Files): (text: string) => string {
  const mounts = volumeMounts.map(({ name, mountPath }) => ({
    pattern: new RegExp(`(?<![\\w.:/-])${mountPath}(?![\\w.-])`, 'g'),
    folder: volumes[name] ?? mountPath,
  }));
  return (text) => {
    const named = Object.entries(names).reduce((whole, [from, to]) => whole.replaceAll(from, to), text);
    return mounts.reduce((whole, { pattern, folder }) => whole.replaceAll(pattern, folder), named);
  };
}

function end(name: string, child: ChildProcess): Promise<Ran> {
  let output = '';
  const take = (chunk: Buffer): void => {
    output += chunk.toString('utf8');
  };
  child.stdout?.on('data', take);
  child.stderr?.on('data', take);
  return new Promise((done, fail) => {
    child.on('error', fail);
    child.on('close', (code) => done({ name, code: code ?? 137, output }));
  });
}

function kill(child: ChildProcess): Promise<void> {
  return new Promise((done) => {
    if (child.exitCode !== null || child.signalCode !== null) {
      done();
      return;
    }
    child.on('exit', () => done());
    child.kill('SIGKILL');
    return undefined;
  });
}

function required<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`there is no ${what}`);
  return value;
}
