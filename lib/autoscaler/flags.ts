/** The command line of one tenant's cluster-autoscaler, and which options it follows. */
import {
  ANNOTATION_PREFIX,
  AUTOSCALER_OPTIONS,
  findOption,
  optionAnnotation,
  optionProblem,
} from './options.ts';
import type { Cluster } from './cluster.ts';

/** Folder of the workload kubeconfig in the pod; never a subPath, so that a restart reads the newest. */
export const KUBECONFIG_FOLDER = '/mnt/kubeconfig';
/** Port of metrics and of /health-check, cluster-autoscaler's default. */
export const METRICS_PORT = 8085;

/**
 * Flags that no tenant may change. Sources: cluster-autoscaler cloudprovider/clusterapi/README.md (1.35.2).
 * The kubeconfig is the tenant's; "authoritative" keeps the management side on the in-cluster account.
 * Without namespace= the informers list cluster-wide, which the Role forbids (autoscaler #7273).
 * Taints: nodes that kubeadm or a CNI has not finished are about to be ready, not unready (autoscaler #7268).
 */
function fixedFlags(cluster: Cluster): readonly string[] {
  return [
    '--cloud-provider=clusterapi',
    `--kubeconfig=${KUBECONFIG_FOLDER}/value`,
    '--clusterapi-cloud-config-authoritative',
    `--node-group-auto-discovery=clusterapi:namespace=${cluster.namespace},clusterName=${cluster.name}`,
    '--enforce-node-group-min-size=true',
    '--startup-taint=node.cluster.x-k8s.io/uninitialized',
    '--startup-taint=node.cilium.io/agent-not-ready',
    `--address=:${METRICS_PORT}`,
    '--stderrthreshold=info',
    '--v=2',
  ];
}

/** The flags for `cluster`. An option that cannot be followed keeps the value that runs, else its default. */
export function flagsFor(cluster: Cluster, running: readonly string[]): readonly string[] {
  const options = AUTOSCALER_OPTIONS.map((option) => {
    const asked = cluster.annotations[optionAnnotation(option)];
    const flag = `--${option.name}=`;
    const kept = running.find((argument) => argument.startsWith(flag))?.slice(flag.length);
    const candidates = asked === undefined ? [option.fallback] : [asked, kept ?? option.fallback];
    return flag + (candidates.find((value) => option.accepts(value)) ?? option.fallback);
  });
  return [...fixedFlags(cluster), ...options];
}

/** What is wrong with the option annotations of `cluster`, one text each. */
export function optionProblems(cluster: Cluster): readonly string[] {
  return Object.entries(cluster.annotations)
    .filter(([key]) => key.startsWith(ANNOTATION_PREFIX))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([key, value]) => {
      const name = key.slice(ANNOTATION_PREFIX.length);
      const problem = optionProblem(name, value);
      if (problem === undefined) return [];
      const meanwhile = findOption(name) === undefined ? 'it is ignored' : 'the value that runs is kept';
      return [`annotation ${key}: ${problem}; ${meanwhile}`];
    });
}
