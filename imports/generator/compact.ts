import type { CompactSchema } from '../schemas.ts';
import { isObject, type JsonObject } from './json.ts';
import { OBJECT_METADATA } from './object-meta.ts';

const DROPPED = new Set(['description', 'title', 'example', 'externalDocs']);

/** Every keyword that is kept, in the order in which it is written. */
const KEPT = [
  'type',
  'format',
  'nullable',
  'enum',
  'default',
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'multipleOf',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minProperties',
  'maxProperties',
  'required',
  'x-kubernetes-int-or-string',
  'x-kubernetes-preserve-unknown-fields',
  'x-kubernetes-embedded-resource',
  'x-kubernetes-list-type',
  'x-kubernetes-list-map-keys',
  'x-kubernetes-map-type',
  'x-kubernetes-validations',
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'items',
  'properties',
  'additionalProperties',
] as const;

const PART_OF_OBJECT = ['apiVersion', 'kind', 'metadata', 'status'];

/**
 * The compact schema of a whole object: apiVersion and kind are fixed, metadata is what Git may hold, status is left out.
 * Throws on a keyword that it does not know: none is lost silently.
 */
export function compactObject(raw: unknown, apiVersion: string, kind: string): CompactSchema {
  const compacted = compact(raw);
  const fields = Object.entries(compacted.properties ?? {}).filter(
    ([name]) => !PART_OF_OBJECT.includes(name),
  );
  const required = (compacted.required ?? []).filter((name) => !PART_OF_OBJECT.includes(name));
  return {
    ...compacted,
    required: ['apiVersion', 'kind', 'metadata', ...required],
    properties: {
      apiVersion: { type: 'string', enum: [apiVersion] },
      kind: { type: 'string', enum: [kind] },
      metadata: OBJECT_METADATA,
      ...Object.fromEntries(fields),
    },
  };
}

/** A structural schema without descriptions, in a fixed order of keywords and fields, closed against unknown fields. */
export function compact(raw: unknown): CompactSchema {
  return closed(keywords(raw, compact));
}

/** Inside allOf, anyOf, oneOf and not, a schema names a few fields and says nothing about the others. */
function compactCondition(raw: unknown): CompactSchema {
  return keywords(raw, compactCondition);
}

function keywords(raw: unknown, field: (raw: unknown) => CompactSchema): CompactSchema {
  if (!isObject(raw)) throw new Error(`not a schema: ${JSON.stringify(raw)}`);
  const known: readonly string[] = KEPT;
  const unknown = Object.keys(raw).filter((key) => !DROPPED.has(key) && !known.includes(key));
  if (unknown.length > 0) throw new Error(`unknown schema keyword ${unknown.join(', ')}`);
  const kept = KEPT.filter((key) => raw[key] !== undefined);
  return Object.fromEntries(kept.map((key) => [key, keyword(key, raw[key], field)]));
}

function keyword(key: string, value: unknown, field: (raw: unknown) => CompactSchema): unknown {
  if (key === 'properties') return mapFields(isObject(value) ? value : {}, field);
  if (key === 'items' || (key === 'additionalProperties' && isObject(value))) return field(value);
  if (key === 'not') return compactCondition(value);
  if (!Array.isArray(value)) return value;
  if (key === 'allOf' || key === 'anyOf' || key === 'oneOf') return value.map(compactCondition);
  return key === 'required' ? value.map(String).sort() : value;
}

function mapFields(
  fields: JsonObject,
  field: (raw: unknown) => CompactSchema,
): Record<string, CompactSchema> {
  const names = Object.keys(fields).sort();
  return Object.fromEntries(names.map((name) => [name, field(fields[name])]));
}

/** The API server refuses unknown fields wherever a schema does not say otherwise; JSON Schema has to be told. */
function closed(schema: CompactSchema): CompactSchema {
  const open =
    schema.type !== 'object' ||
    schema.additionalProperties !== undefined ||
    schema['x-kubernetes-preserve-unknown-fields'] === true ||
    schema['x-kubernetes-embedded-resource'] === true;
  return open ? schema : { ...schema, additionalProperties: false };
}
