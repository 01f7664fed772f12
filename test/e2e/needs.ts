import { etcdctl, etcdutl, kine, rclone } from './backup/programs.ts';
import {
  type ClusterApiVersion,
  clusterApiVersions,
  type Component,
  etcd,
  kubeApiServer,
  kubeControllerManager,
  kubectl,
  kustomize,
  labComponents,
  machineComponents,
} from './lab/components.ts';
import { machinesRefused } from './lab/machines/wanted.ts';

/** What a group of test files starts. */
interface Need {
  /** Begin of the file's path below test/e2e. */
  readonly of: string;
  readonly components: readonly Component[];
  /** Releases of Cluster API whose manifests are rendered. */
  readonly clusterApi?: readonly ClusterApiVersion[];
}

const [current, ...older] = clusterApiVersions;

/** The first that fits a file is taken. */
const needs: readonly Need[] = [
  { of: 'access.', components: [etcd, kubeApiServer, kubectl] },
  { of: 'kustomize.', components: [kustomize] },
  { of: 'autoscaler/', components: [etcd, kubeApiServer, kubeControllerManager] },
  { of: 'backup/documented.', components: [etcd, etcdctl, etcdutl, rclone, kubeApiServer, kubectl] },
  { of: 'backup/documented-sql.', components: [etcd, rclone, kine, kubeApiServer, kubectl] },
  { of: 'backup/sql', components: [rclone, kine] },
  { of: 'backup/', components: [etcd, etcdctl, etcdutl, rclone] },
  { of: 'scenarios/machines.', components: machines(), clusterApi: [current] },
  { of: 'scenarios/older-core.', components: older.flatMap(labComponents), clusterApi: older },
  { of: 'scenarios/', components: labComponents(current), clusterApi: [current] },
];

/** Machines run only under the real Kamaji, and with Debian's containerd and plug-ins. */
function machines(): readonly Component[] {
  return machinesRefused() === undefined ? [...labComponents(current), ...machineComponents, kubectl] : [];
}

/** What the given test files need, by their paths below test/e2e. Throws for a file of which nothing is said here. */
export function needsOf(files: readonly string[]): Required<Omit<Need, 'of'>> {
  const found = files.map((file) => {
    const need = needs.find(({ of }) => file.startsWith(of));
    if (need === undefined) throw new Error(`test/e2e/needs.ts does not say what ${file} starts`);
    return need;
  });
  return {
    components: uniqueBy(
      found.flatMap(({ components }) => components),
      ({ folder, name }) => `${folder}/${name}`,
    ),
    clusterApi: uniqueBy(
      found.flatMap(({ clusterApi = [] }) => clusterApi),
      (version) => version,
    ),
  };
}

function uniqueBy<T>(items: readonly T[], key: (item: T) => string): readonly T[] {
  return [...new Map(items.map((item) => [key(item), item])).values()];
}
