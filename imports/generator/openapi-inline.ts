import { isObject, type JsonObject, textAt } from './json.ts';
import { TEMPLATE_METADATA } from './object-meta.ts';

const ANYTHING = { 'x-kubernetes-preserve-unknown-fields': true };

/** The pattern that CRDs give for a quantity (controller-gen); the API server accepts a number too. */
const QUANTITY = {
  pattern:
    '^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))))?$',
  'x-kubernetes-int-or-string': true,
  anyOf: [{ type: 'integer' }, { type: 'string' }],
};

/** Definitions whose OpenAPI text says less, or something else, than the API server accepts. */
const KNOWN: Readonly<Record<string, unknown>> = {
  'io.k8s.apimachinery.pkg.api.resource.Quantity': QUANTITY,
  'io.k8s.apimachinery.pkg.util.intstr.IntOrString': {
    'x-kubernetes-int-or-string': true,
    anyOf: [{ type: 'integer' }, { type: 'string' }],
  },
  'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta': TEMPLATE_METADATA,
  // A schema contains schemas: the one place where inlining would never end.
  'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps': { type: 'object', ...ANYTHING },
};

/** Keywords of OpenAPI that matter to a server-side merge, not to whether an object is valid. */
const MERGING = [
  'x-kubernetes-patch-strategy',
  'x-kubernetes-patch-merge-key',
  'x-kubernetes-unions',
  'x-kubernetes-group-version-kind',
];

/** A schema with every `$ref` replaced by what it names. */
export function inline(schema: unknown, definitions: JsonObject): unknown {
  if (Array.isArray(schema)) return schema.map((item: unknown) => inline(item, definitions));
  if (!isObject(schema)) return schema;
  const ref = textAt(schema, '$ref').replace('#/definitions/', '');
  if (ref !== '') return KNOWN[ref] ?? inline(definitions[ref], definitions);
  const { properties, additionalProperties, items, ...rest } = schema;
  if (properties === undefined && additionalProperties === undefined && isFree(rest)) {
    return { ...('type' in rest ? { type: 'object' } : {}), ...ANYTHING };
  }
  return Object.fromEntries(
    [
      ...Object.entries(rest).filter(([key]) => !MERGING.includes(key)),
      ['properties', isObject(properties) ? inlineFields(properties, definitions) : undefined],
      ['additionalProperties', inline(additionalProperties, definitions)],
      ['items', inline(items, definitions)],
    ].filter(([, value]) => value !== undefined),
  );
}

/** In OpenAPI an object without fields, or without a type, is one that may hold anything (RawExtension, JSON). */
function isFree(schema: JsonObject): boolean {
  return schema.type === undefined || schema.type === 'object';
}

function inlineFields(fields: JsonObject, definitions: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, inline(field, definitions)]),
  );
}
