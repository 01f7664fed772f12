import type { Field, InputFile } from '../fleet/index.ts';
import { indented, wrapped } from './text.ts';
import { fieldName } from './topics.ts';

const fileNames = {
  tenant: 'tenants/NAME.yaml',
  site: 'platform/site.yaml',
  versions: 'platform/versions.yaml',
} as const;

/** A field as `kaas explain` shows it, with the fields directly inside of it. */
export function fieldText(field: Field, fields: readonly Field[]): string {
  const { file, description, allowed, default: fallback, example, required, refused } = field;
  const need = required ? 'required' : fallback === undefined ? 'optional' : `default: ${fallback}`;
  const inside = fields.filter((other) => other.file === file && isInside(other, field));
  const reasons = Object.entries(refused).map(([key, reason]) => `${key}: ${reason}`);
  return [
    `${fieldName(field)} (${fileNames[file]}, ${need})\n`,
    `${wrapped(description)}\n`,
    `Allowed: ${wrapped(allowed)}\n`,
    ...(example === undefined ? [] : [`Example:\n${indented(`${field.path.at(-1) ?? ''}: ${example}`)}\n`]),
    ...(inside.length === 0 ? [] : [`Inside:\n${fieldList(inside)}\n`]),
    ...(reasons.length === 0 ? [] : [`Refused:\n${indented(reasons.join('\n'))}\n`]),
  ].join('\n');
}

/** An input file as `kaas explain` shows it: its fields at the top. */
export function fileText(file: InputFile, fields: readonly Field[]): string {
  const top = fields.filter((field) => field.file === file && field.path.length === 1);
  return [
    `${file} (${fileNames[file]})\n`,
    `Fields:\n${fieldList(top)}\n`,
    `kaas explain ${file}.FIELD says more of one.\n`,
  ].join('\n');
}

/** A line for each field: its key, and what it is for. */
function fieldList(fields: readonly Field[]): string {
  const width = Math.max(0, ...fields.map(({ path }) => (path.at(-1) ?? '').length));
  const lines = fields.map(
    ({ path, description }) => `${(path.at(-1) ?? '').padEnd(width)}  ${firstSentence(description)}`,
  );
  return indented(lines.join('\n'));
}

/** Directly inside: a map of names counts as one level with the entry. */
function isInside({ path }: Field, { path: outer }: Field): boolean {
  return path.length === outer.length + 1 && outer.every((key, index) => key === path[index]);
}

const firstSentence = (text: string): string => text.split(/(?<=\.) /)[0] ?? '';
