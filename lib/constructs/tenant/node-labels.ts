import { compareText } from '../../finding/index.ts';

/**
 * Label domains that Cluster API carries from a Machine to its Node, without replacing machines when they change.
 * Source: cluster-api, "Metadata propagation"; seen on v1.13.5.
 */
const carried = ['node-role.kubernetes.io', 'node-restriction.kubernetes.io', 'node.cluster.x-k8s.io'];

/** Labels that go through the MachineDeployment's metadata. */
export function machineLabels(labels: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(sorted(labels).filter(([key]) => isCarried(key)));
}

/** Labels that the kubelet registers with, as its argument wants them; '' if there are none. */
export function kubeletLabels(labels: Readonly<Record<string, string>>): string {
  return sorted(labels)
    .filter(([key]) => !isCarried(key))
    .map(([key, value]) => `${key}=${value}`)
    .join(',');
}

function isCarried(key: string): boolean {
  const domain = key.includes('/') ? key.slice(0, key.indexOf('/')) : '';
  return carried.some((root) => domain === root || domain.endsWith(`.${root}`));
}

function sorted(labels: Readonly<Record<string, string>>): [string, string][] {
  return Object.entries(labels).sort(([a], [b]) => compareText(a, b));
}
