import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { KubeClient } from '../client.ts';
import { at, type KubeObject, listAt, mapAt, textAt } from '../object.ts';
import { kinds } from '../stand-in/kinds.ts';

const configMap = { apiVersion: 'v1', kind: 'ConfigMap' };

/**
 * Writes what a container mounts below `root`, as a kubelet would: Secrets, ConfigMaps, projections of both. Returns
 * the volumes that the containers of the pod share, as `FOLDER:MOUNT PATH`, made below `volumesFolder`.
 */
export async function writeMounts(
  client: KubeClient,
  pod: KubeObject,
  container: unknown,
  root: string,
  volumesFolder: string,
): Promise<readonly string[]> {
  const volumes = new Map(listAt(pod, 'spec.volumes').map((volume) => [textAt(volume, 'name'), volume]));
  const shared: string[] = [];
  for (const mount of listAt(container, 'volumeMounts')) {
    const volume = volumes.get(textAt(mount, 'name'));
    const mountPath = textAt(mount, 'mountPath');
    const target = join(root, mountPath);
    const part = textAt(mount, 'subPath');
    if (part === '') mkdirSync(target, { recursive: true });
    if (at(volume, 'emptyDir') !== undefined) shared.push(`${emptyDir(volumesFolder, volume)}:${mountPath}`);
    for (const [path, content] of await filesOf(client, pod, volume)) {
      if (part !== '' && part !== path) continue;
      const file = part === '' ? join(target, path) : target;
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, content, { mode: 0o600 });
    }
  }
  return shared;
}

function emptyDir(folder: string, volume: unknown): string {
  const path = join(folder, textAt(volume, 'name'));
  mkdirSync(path, { recursive: true });
  return path;
}

type Files = readonly (readonly [string, Buffer])[];

async function filesOf(client: KubeClient, pod: KubeObject, volume: unknown): Promise<Files> {
  const projected = listAt(volume, 'projected.sources');
  if (projected.length > 0) {
    const all = await Promise.all(projected.map((source) => filesOf(client, pod, source)));
    return all.flat();
  }
  if (at(volume, 'secret') !== undefined) {
    const source = mapAt(volume, 'secret');
    return readSource(
      client,
      pod,
      kinds.secret,
      textAt(source, 'secretName') || textAt(source, 'name'),
      source,
    );
  }
  const source = mapAt(volume, 'configMap');
  return source['name'] === undefined
    ? []
    : readSource(client, pod, configMap, textAt(source, 'name'), source);
}

async function readSource(
  client: KubeClient,
  pod: KubeObject,
  kind: typeof configMap,
  name: string,
  source: unknown,
): Promise<Files> {
  const object = await client.get({ ...kind, name, namespace: pod.metadata.namespace });
  if (object === undefined) throw new Error(`${kind.kind} ${name} is not there yet`);
  const encoding = kind.kind === 'Secret' ? 'base64' : 'utf8';
  const data = mapAt(object, 'data');
  const items = listAt(source, 'items');
  const wanted =
    items.length > 0
      ? items.map((item) => [textAt(item, 'key'), textAt(item, 'path')] as const)
      : Object.keys(data).map((key) => [key, key] as const);
  return wanted.map(([key, path]) => [path, Buffer.from(textOf(data[key]), encoding)] as const);
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
