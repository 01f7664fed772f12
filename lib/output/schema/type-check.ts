import type { CompactSchema } from '../../../imports/schemas.ts';
import { isRecord } from '../json.ts';
import { report, show, type Walk } from '../violation.ts';

type TypeTest = (value: unknown) => boolean;

/** The test of a schema's type and nullability; false after a report. Undefined if the schema takes any type. */
export function typeCheck(schema: CompactSchema): ((value: unknown, walk: Walk) => boolean) | undefined {
  const title = typeTitle(schema);
  const accepts = tests.get(title);
  if (accepts === undefined) return undefined;
  return (value, walk) => {
    if (value === null ? schema.nullable === true : accepts(value)) return true;
    report(walk, `is ${typeOf(value)} (${show(value)})`, title);
    return false;
  };
}

/** What a schema wants, in words: `a whole number`, `text`; '' for anything. */
export function typeTitle(schema: CompactSchema): string {
  if (schema['x-kubernetes-int-or-string'] === true) return 'a whole number or text';
  return titles.get(schema.type ?? '') ?? '';
}

const titles: ReadonlyMap<string, string> = new Map([
  ['object', 'an object'],
  ['array', 'a list'],
  ['string', 'text'],
  ['integer', 'a whole number'],
  ['number', 'a number'],
  ['boolean', 'true or false'],
]);

const tests: ReadonlyMap<string, TypeTest> = new Map<string, TypeTest>([
  ['an object', isRecord],
  ['a list', Array.isArray],
  ['text', (value) => typeof value === 'string'],
  ['a whole number', Number.isInteger],
  ['a number', (value) => typeof value === 'number'],
  ['true or false', (value) => typeof value === 'boolean'],
  ['a whole number or text', (value) => typeof value === 'string' || Number.isInteger(value)],
]);

function typeOf(value: unknown): string {
  if (value === null) return 'no value';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'number') return Number.isInteger(value) ? 'a number' : 'a fraction';
  if (typeof value === 'string') return 'text';
  return typeof value === 'boolean' ? 'true or false' : 'an object';
}
