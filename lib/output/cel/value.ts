import type { CompactSchema } from '../../../imports/schemas.ts';
import { isList, isRecord } from '../json.ts';

/**
 * A JSON value as CEL rules see it: defaults filled in, whole numbers as int, fields renamed where their names are
 * not CEL identifiers (https://kubernetes.io/docs/reference/using-api/cel/, "escaping").
 */
export function celValue(value: unknown, schema: CompactSchema | undefined): unknown {
  if (typeof value === 'number')
    return schema?.type !== 'number' && Number.isInteger(value) ? BigInt(value) : value;
  if (isList(value)) return value.map((item) => celValue(item, schema?.items));
  return isRecord(value) ? celObject(value, schema) : value;
}

function celObject(
  object: Readonly<Record<string, unknown>>,
  schema: CompactSchema | undefined,
): Record<string, unknown> {
  const { names, defaults, others } = fieldsOf(schema ?? anything);
  const result: Record<string, unknown> = {};
  for (const name of Object.keys(object)) {
    const field = names.get(name);
    result[field?.celName ?? name] = celValue(object[name], field?.schema ?? others);
  }
  for (const { name, celName, schema: field } of defaults) {
    if (object[name] === undefined) result[celName] = celValue(field.default, field);
  }
  return result;
}

const anything: CompactSchema = {};

interface Field {
  readonly name: string;
  readonly celName: string;
  readonly schema: CompactSchema;
}

interface Fields {
  readonly names: ReadonlyMap<string, Field>;
  readonly defaults: readonly Field[];
  readonly others: CompactSchema | undefined;
}

const cache = new WeakMap<CompactSchema, Fields>();

function fieldsOf(schema: CompactSchema): Fields {
  const known = cache.get(schema);
  if (known !== undefined) return known;
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => ({
    name,
    celName: celName(name),
    schema: field,
  }));
  const made = {
    names: new Map(fields.map((field) => [field.name, field])),
    defaults: fields.filter((field) => field.schema.default !== undefined),
    others: typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined,
  };
  cache.set(schema, made);
  return made;
}

const reserved = new Set(
  'true false null in as break const continue else for function if import let loop package namespace return var void while'.split(
    ' ',
  ),
);

/** The name under which a field of a schema is known in rules. */
export function celName(name: string): string {
  if (reserved.has(name)) return `__${name}__`;
  if (/^[A-Za-z_]\w*$/.test(name) && !name.includes('__')) return name;
  return name
    .replaceAll('__', '__underscores__')
    .replaceAll('.', '__dot__')
    .replaceAll('-', '__dash__')
    .replaceAll('/', '__slash__');
}
