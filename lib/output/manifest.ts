/** One Kubernetes object as plain JSON, as the API server would get it. */
export interface ManifestObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly [field: string]: unknown;
  };
  readonly [field: string]: unknown;
}

/** An object, the file of the output tree that will hold it, and the input files it was made from. */
export interface Manifest {
  /** Path inside the output folder, with forward slashes: `tenants/acme/cluster/cluster-acme.yaml`. */
  readonly path: string;
  /** Paths of the input files, relative to the repository; they are named in the first line of the file. */
  readonly sources: readonly string[];
  readonly object: ManifestObject;
}

/** One file of the output tree, whole. */
export interface OutputFile {
  /** Path inside the output folder, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

/** `kind-name.yaml` in lower case. RBAC names may hold colons, which not every file system can: they become dashes. */
export function fileName(object: ManifestObject): string {
  return `${object.kind}-${object.metadata.name}.yaml`.toLowerCase().replaceAll(/[^a-z0-9.-]/g, '-');
}

/** The API group of an apiVersion, '' for the core group. */
export function groupOf(apiVersion: string): string {
  const slash = apiVersion.indexOf('/');
  return slash < 0 ? '' : apiVersion.slice(0, slash);
}

/** What makes an object one and the same for the API server, whichever version it is written in. */
export function identity({ apiVersion, kind, metadata }: ManifestObject): string {
  return [groupOf(apiVersion), kind, metadata.namespace ?? '', metadata.name].join('|');
}

/** `Cluster tenant-acme/acme`, as people call an object. */
export function objectTitle({ kind, metadata }: ManifestObject): string {
  return `${kind} ${metadata.namespace === undefined ? '' : `${metadata.namespace}/`}${metadata.name}`;
}
