/** The minors that a Kamaji release can run, both ends included. */
export interface Window {
  readonly min: number;
  readonly max: number;
}

/**
 * Newest minor by release, oldest release first: the minor of KubeadmVersion in internal/upgrade/kubeadm_version.go of each tag.
 * Oldest minor: docs/content/reference/versioning.md; code for what is older is being dropped.
 */
const windows: readonly (Window & { readonly since: readonly number[] })[] = [
  { since: [26, 2, 5], min: 30, max: 35 },
  { since: [26, 7, 2], min: 30, max: 36 },
];

/** The window of a release such as `26.8.6-edge` or `edge-26.2.5`; undefined for one that the table does not reach. */
export function windowOf(release: string): Window | undefined {
  const [, year, month, patch] = /^(?:edge-)?v?(\d+)\.(\d+)\.(\d+)(?:-edge)?$/.exec(release) ?? [];
  if (year === undefined || month === undefined || patch === undefined) return undefined;
  const numbers = [year, month, patch].map(Number);
  return windows.findLast(({ since }) => compare(since, numbers) <= 0);
}

function compare(a: readonly number[], b: readonly number[]): number {
  for (const [index, part] of a.entries()) {
    const difference = part - (b[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
