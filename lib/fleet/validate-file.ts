import { readFileSync } from 'node:fs';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { Finding } from '../finding/index.ts';
import type { DeepPartial } from './deep-partial.ts';
import type { SiteFile } from './generated/site-file.ts';
import type { TenantFile } from './generated/tenant-file.ts';
import type { VersionsFile } from './generated/versions-file.ts';
import type { ReadFile } from './read-yaml.ts';
import { unescapePointer } from './pointer.ts';
import { schemaFindings } from './schema-finding.ts';

/** A file after its schema was held against it: what is usable of it, and what is wrong with the rest. */
export interface CheckedFile<T> {
  readonly value: DeepPartial<T>;
  readonly findings: readonly Finding[];
}

/** Holds a tenant file against its schema. */
export const validateTenantFile = (file: ReadFile): CheckedFile<TenantFile> =>
  validate<TenantFile>('tenant', file);

/** Holds the site file against its schema. */
export const validateSiteFile = (file: ReadFile): CheckedFile<SiteFile> => validate<SiteFile>('site', file);

/** Holds versions.yaml against its schema. */
export const validateVersionsFile = (file: ReadFile): CheckedFile<VersionsFile> =>
  validate<VersionsFile>('versions', file);

type SchemaName = 'site' | 'tenant' | 'versions';

function validate<T>(schema: SchemaName, file: ReadFile): CheckedFile<T> {
  const check = validator(schema);
  const value: unknown = file.value ?? {};
  if (check(value)) return { value: value as DeepPartial<T>, findings: [] };
  const errors = check.errors ?? [];
  const findings = schemaFindings(file.source, errors);
  return { value: pruned(value, errors) as DeepPartial<T>, findings };
}

let ajv: Ajv | undefined;

/** Compiled on first use: reading schemas is I/O, which must not happen at import time. */
function validator(name: SchemaName): ValidateFunction {
  ajv ??= newAjv();
  const compiled = ajv.getSchema(`${name}.schema.json`);
  if (compiled === undefined) throw new Error(`no schema ${name}`);
  return compiled;
}

function newAjv(): Ajv {
  const instance = new Ajv({ allErrors: true, verbose: true, strictTypes: false, allowUnionTypes: true });
  instance.addKeyword('x-what');
  instance.addKeyword('x-refused');
  for (const name of ['common', 'site', 'tenant', 'versions']) {
    instance.addSchema(
      JSON.parse(readFileSync(new URL(`schemas/${name}.schema.json`, import.meta.url), 'utf8')) as object,
    );
  }
  return instance;
}

/** The value without the parts that errors point at, so that one bad line hides no other problem of the file. */
function pruned(value: unknown, errors: readonly ErrorObject[]): unknown {
  const bad = new Set(
    errors
      .filter(
        ({ keyword, propertyName }) =>
          keyword !== 'required' && keyword !== 'anyOf' && propertyName === undefined,
      )
      .map(badPointer),
  );
  if (bad.has('')) return {};
  const copy = structuredClone(value);
  for (const pointer of bad) remove(copy, pointer.slice(1).split('/').map(unescapePointer));
  return copy;
}

function badPointer({ instancePath, keyword, params }: ErrorObject): string {
  const { additionalProperty, propertyName } = params as {
    additionalProperty?: string;
    propertyName?: string;
  };
  const key =
    keyword === 'additionalProperties'
      ? additionalProperty
      : keyword === 'propertyNames'
        ? propertyName
        : undefined;
  return key === undefined
    ? instancePath
    : `${instancePath}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

function remove(root: unknown, path: readonly string[]): void {
  const key = path.at(-1);
  let parent: unknown = root;
  for (const step of path.slice(0, -1)) parent = (parent as Record<string, unknown> | undefined)?.[step];
  if (key === undefined || typeof parent !== 'object' || parent === null) return;
  // A list keeps its length: later indexes must go on meaning the same lines.
  // Undefined rather than a hole, which map() would carry on as one.
  if (Array.isArray(parent)) parent[Number(key)] = undefined;
  else Reflect.deleteProperty(parent, key);
}
