import { existsSync, readFileSync } from 'node:fs';

/** A CEL rule of a CRD (`x-kubernetes-validations`). */
export interface CelRule {
  readonly rule: string;
  readonly message?: string;
  readonly messageExpression?: string;
  readonly reason?: string;
  readonly fieldPath?: string;
  readonly optionalOldSelf?: boolean;
}

/**
 * A structural schema without descriptions: a tree, no `$ref`. Every object whose fields are known says
 * `additionalProperties: false` itself, so that unknown fields are refused by any JSON Schema validator.
 * `pattern` keeps Go's RE2 syntax, such as a leading `(?i)` in Cluster API Provider Proxmox.
 */
export interface CompactSchema {
  readonly type?: string;
  readonly format?: string;
  readonly nullable?: boolean;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly multipleOf?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly required?: readonly string[];
  readonly 'x-kubernetes-int-or-string'?: boolean;
  readonly 'x-kubernetes-preserve-unknown-fields'?: boolean;
  readonly 'x-kubernetes-embedded-resource'?: boolean;
  readonly 'x-kubernetes-list-type'?: string;
  readonly 'x-kubernetes-list-map-keys'?: readonly string[];
  readonly 'x-kubernetes-map-type'?: string;
  readonly 'x-kubernetes-validations'?: readonly CelRule[];
  readonly allOf?: readonly CompactSchema[];
  readonly anyOf?: readonly CompactSchema[];
  readonly oneOf?: readonly CompactSchema[];
  readonly not?: CompactSchema;
  readonly items?: CompactSchema;
  readonly properties?: Readonly<Record<string, CompactSchema>>;
  readonly additionalProperties?: boolean | CompactSchema;
}

/** What the API server knows of a kind, as pinned in imports/sources.yaml. */
export interface KindSchema {
  readonly apiVersion: string;
  readonly kind: string;
  readonly plural: string;
  readonly scope: 'Namespaced' | 'Cluster';
  readonly schema: CompactSchema;
}

const folder = new URL('./schemas/', import.meta.url);
const loaded = new Map<string, KindSchema | undefined>();

/**
 * The schema of a kind, read from disk when first asked for.
 * Undefined if the kind is not imported, or imported in another version: see {@link importedVersion}.
 */
export function loadSchema(apiVersion: string, kind: string): KindSchema | undefined {
  const found = readKind(groupOf(apiVersion), kind);
  return found?.apiVersion === apiVersion ? found : undefined;
}

/** The one apiVersion in which a kind of a group ('' for core) is imported, to say so when another one is used. */
export function importedVersion(group: string, kind: string): string | undefined {
  return readKind(group, kind)?.apiVersion;
}

function groupOf(apiVersion: string): string {
  return apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';
}

function readKind(group: string, kind: string): KindSchema | undefined {
  const path = `${group === '' ? 'core' : group}/${kind}.json`;
  if (!loaded.has(path)) loaded.set(path, readFile(path));
  return loaded.get(path);
}

function readFile(path: string): KindSchema | undefined {
  // Names come from manifests: nothing but a plain file below the folder is ever read.
  if (!/^[a-z0-9-]+(\.[a-z0-9-]+)*\/[A-Za-z0-9]+\.json$/.test(path)) return undefined;
  const url = new URL(path, folder);
  return existsSync(url) ? (JSON.parse(readFileSync(url, 'utf8')) as KindSchema) : undefined;
}
