import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { type KubeObject, textAt } from './object.ts';

/** A folder of plain YAML that an engine syncs as one unit. */
export interface Bundle {
  /** Path below dist/, such as `tenants/acme/cluster`. */
  readonly path: string;
  readonly wave: number;
  /** In the order in which the engine applies them. */
  readonly objects: readonly KubeObject[];
}

/** Every bundle of dist/, in the order of the engine's own objects: their sync wave, then their path. */
export function readBundles(dist: string): readonly Bundle[] {
  const waves = readWaves(dist);
  const paths = [
    ...folders(dist, 'platform'),
    ...folders(dist, 'tenants').flatMap((path) => folders(dist, path)),
  ];
  return paths
    .map((path) => ({
      path,
      wave: waves.get(path) ?? defaultWave(path),
      objects: readObjects(join(dist, path)),
    }))
    .filter(({ objects }) => objects.length > 0)
    .sort((a, b) => a.wave - b.wave || a.path.localeCompare(b.path));
}

/** The objects of a folder, sorted as Argo CD sorts them: sync wave, kind, name. */
export function readObjects(folder: string): readonly KubeObject[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.yaml'))
    .flatMap((name) => parseAllDocuments(readFileSync(join(folder, name), 'utf8')))
    .map((document) => document.toJS() as KubeObject | null)
    .filter((object) => object !== null)
    .sort((a, b) => waveOf(a) - waveOf(b) || rankOf(a) - rankOf(b) || identity(a).localeCompare(identity(b)));
}

/** Kind, namespace and name as one text. */
export const identity = ({ kind, apiVersion, metadata }: KubeObject): string =>
  `${apiVersion.split('/')[0] ?? ''} ${kind} ${metadata.namespace ?? ''}/${metadata.name}`;

function folders(dist: string, path: string): readonly string[] {
  if (!existsSync(join(dist, path))) return [];
  const entries = readdirSync(join(dist, path), { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map((entry) => `${path}/${entry.name}`);
}

/** Sync waves of the Applications in dist/argocd, by the path that each syncs. */
function readWaves(dist: string): ReadonlyMap<string, number> {
  const folder = join(dist, 'argocd');
  if (!existsSync(folder)) return new Map();
  const applications = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.yaml'))
    .flatMap((name) => parseAllDocuments(readFileSync(join(folder, name), 'utf8')))
    .map((document) => document.toJS() as KubeObject);
  const paths = (object: KubeObject): readonly string[] =>
    ['spec.source.path', 'spec.sources.0.path', 'spec.sources.1.path'].map((path) => textAt(object, path));
  return new Map(
    applications.flatMap((application) =>
      paths(application)
        .filter((path) => path.startsWith('dist/'))
        .map((path) => [path.replace(/^dist\//, '').replace(/\/$/, ''), waveOf(application)] as const),
    ),
  );
}

/** Where dist/argocd says nothing: namespaces, platform, tenants, and each Cluster after the rest of its tenant. */
function defaultWave(path: string): number {
  if (path === 'platform/namespaces') return -1;
  if (path.startsWith('platform/')) return 0;
  return path.endsWith('/cluster') ? 1001 : 1000;
}

const waveOf = ({ metadata }: KubeObject): number =>
  Number(metadata.annotations?.['argocd.argoproj.io/sync-wave'] ?? 0);

/** gitops-engine pkg/sync/sync_tasks.go: these kinds first, in this order; all others after them. */
const kindOrder = [
  'Namespace',
  'NetworkPolicy',
  'ResourceQuota',
  'LimitRange',
  'ServiceAccount',
  'Secret',
  'ConfigMap',
  'StorageClass',
  'PersistentVolume',
  'PersistentVolumeClaim',
  'CustomResourceDefinition',
  'ClusterRole',
  'ClusterRoleBinding',
  'Role',
  'RoleBinding',
  'Service',
  'DaemonSet',
  'Pod',
  'Deployment',
  'StatefulSet',
  'Job',
  'CronJob',
];

function rankOf({ kind }: KubeObject): number {
  const index = kindOrder.indexOf(kind);
  return index === -1 ? kindOrder.length : index;
}
