/** Which version of a CRD a type is made of. */
export interface CrdVersion {
  readonly name: string;
  readonly storage: boolean;
  readonly served: boolean;
}

const CONTRACT = /^cluster\.x-k8s\.io\/(v\d+(?:(?:alpha|beta)\d+)?)$/;

/**
 * The version that Cluster API uses for its newest contract, as the CRD's labels tell
 * (`cluster.x-k8s.io/v1beta2: v1alpha1_v1alpha2`, newest one wins, as in Cluster API's internal/contract);
 * the storage version where there is no such label. Throws if that version is not served.
 */
export function chooseVersion(
  labels: Readonly<Record<string, unknown>>,
  versions: readonly CrdVersion[],
): string {
  const chosen = contractVersion(labels) ?? versions.find((version) => version.storage)?.name;
  const found = versions.find((version) => version.name === chosen);
  if (chosen === undefined || found?.served !== true) {
    const served = versions.filter((version) => version.served).map((version) => version.name);
    throw new Error(`version ${chosen ?? '(none)'} is not served; served: ${served.join(', ')}`);
  }
  return chosen;
}

function contractVersion(labels: Readonly<Record<string, unknown>>): string | undefined {
  const contracts = Object.entries(labels).flatMap(([label, value]) => {
    const contract = CONTRACT.exec(label)?.[1];
    return contract === undefined || typeof value !== 'string' ? [] : [{ contract, value }];
  });
  const newest = contracts.sort((a, b) => compareVersions(b.contract, a.contract))[0];
  return newest?.value.split('_').sort(compareVersions).at(-1);
}

/** Kubernetes' order of API versions: v1alpha1 < v1alpha2 < v1beta1 < v1 < v2. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [rank(a), rank(b)];
  const differs = left.findIndex((part, index) => part !== right[index]);
  return differs < 0 ? 0 : (left[differs] ?? 0) - (right[differs] ?? 0);
}

function rank(version: string): readonly number[] {
  const [, major = '0', stage, minor = '0'] = /^v(\d+)(?:(alpha|beta)(\d+))?$/.exec(version) ?? [];
  const stability = stage === undefined ? 2 : stage === 'beta' ? 1 : 0;
  return [stability, Number(major), Number(minor)];
}
