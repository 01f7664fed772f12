/** A Kubernetes version; the text keeps its v. */
export interface Version {
  readonly text: string;
  readonly minor: number;
  readonly patch: number;
}

/** Reads `v1.35.5`; undefined for anything else. */
export function parseVersion(text: string): Version | undefined {
  const [, minor, patch] = /^v1\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/.exec(text) ?? [];
  return minor === undefined || patch === undefined
    ? undefined
    : { text, minor: Number(minor), patch: Number(patch) };
}

/** Negative if `a` is older than `b`, 0 if they are equal. */
export function compareVersions(a: Version, b: Version): number {
  return a.minor - b.minor || a.patch - b.patch;
}
