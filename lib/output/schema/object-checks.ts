import type { CompactSchema } from '../../../imports/schemas.ts';
import type { Check, CheckValue } from './check.ts';
import { isRecord } from '../json.ts';
import { nearest } from './nearest.ts';
import { typeTitle } from './type-check.ts';
import { report } from '../violation.ts';

/** What a schema demands of an object and its fields. */
export function objectChecks(schema: CompactSchema, checkValue: CheckValue): readonly Check[] {
  return [
    ...requiredCheck(schema),
    ...countCheck(schema),
    ...fieldsCheck(schema, checkValue),
    ...embeddedCheck(schema),
  ];
}

/** A field with a default need not be given: the API server fills it in before it looks. */
function requiredCheck({ required = [], properties = {} }: CompactSchema): readonly Check[] {
  const needed = required.filter((name) => properties[name]?.default === undefined);
  if (needed.length === 0) return [];
  return [
    (value, walk) => {
      if (!isRecord(value)) return;
      for (const name of needed) {
        if (value[name] === undefined)
          report(walk, 'is missing', typeTitle(properties[name] ?? {}) || 'a value', name);
      }
    },
  ];
}

function countCheck({ minProperties = 0, maxProperties = Infinity }: CompactSchema): readonly Check[] {
  if (minProperties === 0 && maxProperties === Infinity) return [];
  return [
    (value, walk) => {
      if (!isRecord(value)) return;
      const count = Object.keys(value).length;
      if (count < minProperties)
        report(
          walk,
          count === 0 ? 'is an empty object' : `has ${count} fields`,
          `${minProperties} fields or more, or leave it out`,
        );
      if (count > maxProperties) report(walk, `has ${count} fields`, `${maxProperties} fields or fewer`);
    },
  ];
}

function fieldsCheck(
  { properties = {}, additionalProperties }: CompactSchema,
  checkValue: CheckValue,
): readonly Check[] {
  const fields = new Map(Object.entries(properties));
  const others = typeof additionalProperties === 'object' ? additionalProperties : undefined;
  if (fields.size === 0 && others === undefined && additionalProperties !== false) return [];
  return [
    (value, walk) => {
      if (!isRecord(value)) return;
      for (const name of Object.keys(value)) {
        const schema = fields.get(name) ?? others;
        if (schema !== undefined) {
          walk.steps.push(name);
          checkValue(schema, value[name], walk);
          walk.steps.pop();
        } else if (additionalProperties === false) {
          report(walk, 'is an unknown field', knownFields(name, [...fields.keys()]), name);
        }
      }
    },
  ];
}

function knownFields(name: string, known: readonly string[]): string {
  if (known.length === 0) return 'no field at all';
  const meant = nearest(name, known);
  const list =
    known.length > 12 ? `${known.slice(0, 12).join(', ')}, ... (${known.length} fields)` : known.join(', ');
  return meant === undefined ? list : `${meant}? The fields are ${list}`;
}

/** An object inside an object must say what it is. */
function embeddedCheck(schema: CompactSchema): readonly Check[] {
  if (schema['x-kubernetes-embedded-resource'] !== true) return [];
  return [
    (value, walk) => {
      if (!isRecord(value)) return;
      for (const name of ['apiVersion', 'kind']) {
        if (typeof value[name] !== 'string' || value[name] === '') report(walk, 'is missing', 'text', name);
      }
      if (value.metadata !== undefined && !isRecord(value.metadata))
        report(walk, 'is not an object', 'an object', 'metadata');
    },
  ];
}
