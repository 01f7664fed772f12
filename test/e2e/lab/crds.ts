import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAllDocuments } from 'yaml';
import { givenFolder } from './build.ts';
import { isRecord, type KubeObject } from './object.ts';

const schemasFolder = fileURLToPath(new URL('../../../imports/schemas/', import.meta.url));

/** Groups that the API server serves itself. */
const builtIn = /^(core|apps|batch|policy)$|\.k8s\.io$/;

/**
 * CRDs of the kinds that no installed provider brings: the files in KAAS_LAB_BIN/crds, and for the rest the pinned
 * schemas of imports/, whose status is left open because the schemas do not have it.
 */
export function extraCrds(installed: ReadonlySet<string>): readonly KubeObject[] {
  const given = givenCrds();
  const known = new Set([...installed, ...given.map(({ metadata }) => metadata.name)]);
  return [...given, ...importedCrds().filter(({ metadata }) => !known.has(metadata.name))];
}

function givenCrds(): readonly KubeObject[] {
  const folder = join(givenFolder() ?? '', 'crds');
  if (givenFolder() === undefined || !existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.yaml'))
    .flatMap((name) => parseAllDocuments(readFileSync(join(folder, name), 'utf8')))
    .map((document) => document.toJS() as KubeObject | null)
    .filter((object) => object !== null)
    .filter(({ kind }) => kind === 'CustomResourceDefinition');
}

interface ImportedKind {
  readonly apiVersion: string;
  readonly kind: string;
  readonly plural: string;
  readonly scope: string;
  readonly schema: { readonly properties: Readonly<Record<string, unknown>> };
}

function importedCrds(): readonly KubeObject[] {
  const groups = existsSync(schemasFolder) ? readdirSync(schemasFolder) : [];
  return groups
    .filter((group) => !builtIn.test(group))
    .flatMap((group) =>
      readdirSync(join(schemasFolder, group)).map((file) => join(schemasFolder, group, file)),
    )
    .map((file) => crdOf(JSON.parse(readFileSync(file, 'utf8')) as ImportedKind));
}

function crdOf({ apiVersion, kind, plural, scope, schema }: ImportedKind): KubeObject {
  const [group = '', version = ''] = apiVersion.split('/');
  const properties = {
    ...structural(schema.properties),
    apiVersion: { type: 'string' },
    kind: { type: 'string' },
    metadata: { type: 'object' },
    status: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
  };
  const openAPIV3Schema = { ...structural(schema), properties };
  const served = {
    name: version,
    served: true,
    storage: true,
    schema: { openAPIV3Schema },
    subresources: { status: {} },
  };
  const names = { kind, plural, singular: kind.toLowerCase(), listKind: `${kind}List` };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: { group, scope, names, versions: [served] },
  };
}

/** Without `additionalProperties: false`: a structural schema prunes unknown fields by itself. */
function structural<T>(schema: T): T {
  if (Array.isArray(schema)) return schema.map((entry: unknown) => structural(entry)) as T;
  if (!isRecord(schema)) return schema;
  const entries = Object.entries(schema).filter(
    ([key, value]) => key !== 'additionalProperties' || value !== false,
  );
  return Object.fromEntries(entries.map(([key, value]) => [key, structural(value)])) as T;
}
