import { nearest } from './nearest.ts';
import type { Schema } from './schema.ts';

/** A value that breaks its schema, as YAML reads it and as it is written. */
export interface BadValue {
  readonly data: unknown;
  /** Undefined for lists and maps. */
  readonly written: string | undefined;
  /** Its schema; for a union, the union. */
  readonly schema: Schema;
}

/** What is wrong with the value at `what`, with the value. */
export function valueProblem(what: string, { data, written }: BadValue): string {
  if (data === null)
    return `${what} has no value${written === undefined || written === '' ? '' : ` (${written})`}`;
  const read = shown(data);
  if (typeof data === 'number' && written !== undefined && written !== read) {
    return `${what} cannot be ${written}, which is the number ${read}`;
  }
  return `${what} cannot be ${read}`;
}

/** What to do: the value that was probably meant, if it can be told. */
export function valueRemedy(value: BadValue): string {
  if (value.data === null) return 'write the value after the colon, or remove the key';
  const text = quoted(value);
  if (text !== undefined) return `write it in quotes: ${text}`;
  const meant = [meantChoice, meantText, meantBoolean, meantNumber, meantList].map((guess) => guess(value));
  const guess = meant.find((text) => text !== undefined);
  return guess === undefined ? 'correct it' : `did you mean ${guess}?`;
}

/** A value of the file, short enough for a message. */
export function shown(data: unknown): string {
  const text = typeof data === 'number' ? String(data) : (JSON.stringify(data) as string | undefined);
  return text === undefined ? 'nothing' : text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

function meantChoice({ data, schema }: BadValue): string | undefined {
  return typeof data === 'string' && schema.enum !== undefined
    ? nearest(data, schema.enum.map(String))
    : undefined;
}

/** Slips of the pen in values that have a form: each is tried, and told only if it has the form. */
const slips: readonly ((text: string) => string)[] = [
  (text) => text.trim(),
  (text) => text.trim().toLowerCase(),
  (text) => text.replace(/^\d/, 'v$&'),
  (text) => text.replace(/^V/, 'v'),
  (text) => `${text}i`,
  (text) => text.replace(/\/\d+$/, ''),
  (text) => text.replaceAll(/(?<![0-9])0+(?=\d)/g, ''),
  (text) => text.replace(/^0o?/, '0'),
  (text) => text.replaceAll('_', '-').toLowerCase(),
  (text) => text.replace(/\s*(?:GB|gb|G)$/, 'Gi'),
];

function meantText({ data, written, schema: { pattern, type } }: BadValue): string | undefined {
  if (type !== 'string' || pattern === undefined || written === undefined || data === null) return undefined;
  const form = new RegExp(pattern, 'u');
  const text = typeof data === 'string' ? data : written;
  if (text.trim() === '') return undefined;
  return slips.map((slip) => slip(text)).find((candidate) => candidate !== text && form.test(candidate));
}

/** Words that older YAML reads as true or false. */
const words: Readonly<Record<string, boolean>> = {
  yes: true,
  on: true,
  true: true,
  y: true,
  no: false,
  off: false,
  false: false,
  n: false,
};

function meantBoolean({ data, schema }: BadValue): string | undefined {
  if (schema.type !== 'boolean' || typeof data !== 'string') return undefined;
  const meant = Object.hasOwn(words, data.toLowerCase()) ? words[data.toLowerCase()] : undefined;
  return meant === undefined ? undefined : String(meant);
}

function meantNumber({ data, schema }: BadValue): string | undefined {
  const wanted = [schema, ...(schema.anyOf ?? [])].some(
    ({ type }) => type === 'integer' || type === 'number',
  );
  const digits = typeof data === 'string' && wanted ? data.replaceAll(/[_, ]/g, '') : '';
  return /^\d{1,9}$/.test(digits) ? `${String(Number(digits))}, without quotes` : undefined;
}

function meantList({ data, schema }: BadValue): string | undefined {
  return schema.type === 'array' && typeof data === 'string' ? `[${data}]` : undefined;
}

/** The written value in quotes, if that is all it lacks. */
function quoted({ data, written, schema: { type, pattern = '' } }: BadValue): string | undefined {
  if (type !== 'string' || typeof data === 'string' || written === undefined || data === null)
    return undefined;
  return new RegExp(pattern, 'u').test(written) ? `"${written}"` : undefined;
}
