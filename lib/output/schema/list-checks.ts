import type { CompactSchema } from '../../../imports/schemas.ts';
import type { Check, CheckValue } from './check.ts';
import { isList, isRecord, sameJson } from '../json.ts';
import { report, show } from '../violation.ts';

/** What a schema demands of a list and its items. */
export function listChecks(schema: CompactSchema, checkValue: CheckValue): readonly Check[] {
  return [...countCheck(schema), ...itemsCheck(schema, checkValue), ...setCheck(schema), ...mapCheck(schema)];
}

function countCheck({ minItems = 0, maxItems = Infinity }: CompactSchema): readonly Check[] {
  if (minItems === 0 && maxItems === Infinity) return [];
  return [
    (value, walk) => {
      if (!isList(value)) return;
      if (value.length < minItems)
        report(
          walk,
          value.length === 0 ? 'is an empty list' : `has ${value.length} items`,
          `${minItems} items or more`,
        );
      if (value.length > maxItems) report(walk, `has ${value.length} items`, `${maxItems} items or fewer`);
    },
  ];
}

function itemsCheck({ items }: CompactSchema, checkValue: CheckValue): readonly Check[] {
  if (items === undefined) return [];
  return [
    (value, walk) => {
      if (!isList(value)) return;
      for (let index = 0; index < value.length; index++) {
        walk.steps.push(index);
        checkValue(items, value[index], walk);
        walk.steps.pop();
      }
    },
  ];
}

function setCheck(schema: CompactSchema): readonly Check[] {
  if (schema['x-kubernetes-list-type'] !== 'set' && schema.uniqueItems !== true) return [];
  return [
    (value, walk) => {
      if (!isList(value)) return;
      for (const [index, item] of value.entries()) {
        if (value.findIndex((other) => sameJson(other, item)) < index)
          report(walk, `${show(item)} is there twice`, 'each item once', index);
      }
    },
  ];
}

/** Items of a list map are told apart by their key fields; a default of such a field counts. */
function mapCheck(schema: CompactSchema): readonly Check[] {
  const names = schema['x-kubernetes-list-map-keys'];
  if (schema['x-kubernetes-list-type'] !== 'map' || names === undefined) return [];
  const defaults = schema.items?.properties ?? {};
  const keyOf = (item: unknown) =>
    isRecord(item) ? names.map((name) => item[name] ?? defaults[name]?.default) : item;
  return [
    (value, walk) => {
      if (!isList(value)) return;
      const seen = new Set<string>();
      for (const [index, item] of value.entries()) {
        const key = JSON.stringify(keyOf(item));
        if (seen.has(key))
          report(
            walk,
            `another item has the same ${names.join(' and ')} (${key.slice(1, -1)})`,
            'each key once',
            index,
          );
        seen.add(key);
      }
    },
  ];
}
