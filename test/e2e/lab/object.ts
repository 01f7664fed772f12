/** Anything the API server stores. */
export interface KubeObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: Metadata;
  readonly [field: string]: unknown;
}

export interface Metadata {
  readonly name: string;
  readonly namespace?: string;
  readonly uid?: string;
  readonly generation?: number;
  readonly resourceVersion?: string;
  readonly creationTimestamp?: string;
  readonly deletionTimestamp?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly finalizers?: readonly string[];
  readonly ownerReferences?: readonly OwnerReference[];
  readonly managedFields?: readonly unknown[];
}

export interface OwnerReference {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
  readonly controller?: boolean;
  readonly blockOwnerDeletion?: boolean;
}

/** A kind of object, and the name of one where it is asked for. */
export interface Kind {
  readonly apiVersion: string;
  readonly kind: string;
}

/** Where one object is. */
export interface Reference extends Kind {
  readonly name: string;
  readonly namespace?: string | undefined;
}

export function referenceTo({ apiVersion, kind, metadata }: KubeObject): Reference {
  return { apiVersion, kind, name: metadata.name, namespace: metadata.namespace };
}

/** `Kind namespace/name`, for people. */
export function nameOf({ kind, metadata }: KubeObject): string {
  return `${kind} ${metadata.namespace === undefined ? '' : `${metadata.namespace}/`}${metadata.name}`;
}

/** An owner reference to `owner`, as a controller sets it. */
export function ownedBy(owner: KubeObject): OwnerReference {
  return {
    apiVersion: owner.apiVersion,
    kind: owner.kind,
    name: owner.metadata.name,
    uid: owner.metadata.uid ?? '',
    controller: true,
    blockOwnerDeletion: true,
  };
}

/** The value at a path such as `spec.topology.version` or `items.0`; undefined where the path ends early. */
export function at(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((inner, key) => (isRecord(inner) ? inner[key] : undefined), value);
}

/** The text at a path; '' where there is none. */
export function textAt(value: unknown, path: string): string {
  const found = at(value, path);
  return typeof found === 'string' ? found : '';
}

/** The number at a path, if there is one. */
export function numberAt(value: unknown, path: string): number | undefined {
  const found = at(value, path);
  return typeof found === 'number' ? found : undefined;
}

/** The list at a path; empty where there is none. */
export function listAt(value: unknown, path: string): readonly unknown[] {
  const found = at(value, path);
  return Array.isArray(found) ? found : [];
}

/** The map at a path; empty where there is none. */
export function mapAt(value: unknown, path: string): Readonly<Record<string, unknown>> {
  const found = at(value, path);
  return isRecord(found) ? found : {};
}

/** A condition of an object's status (both places that Cluster API has used). */
export function condition(
  object: unknown,
  type: string,
): { status: string; reason: string; message: string } | undefined {
  const found = listAt(object, 'status.conditions').find((entry) => textAt(entry, 'type') === type);
  return found === undefined
    ? undefined
    : { status: textAt(found, 'status'), reason: textAt(found, 'reason'), message: textAt(found, 'message') };
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
