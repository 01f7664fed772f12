import { type Field, type InputFile, inputFiles, nearest, type RuleDescription } from '../fleet/index.ts';
import { fieldText } from './field-text.ts';
import { ruleText } from './rule-text.ts';
import { wrapped } from './text.ts';
import { fieldName, type Topics } from './topics.ts';

/** What there is to say, or what was probably meant. */
export type Explanation =
  { readonly text: string } | { readonly unknown: string; readonly meant: readonly string[] };

/**
 * Explains a rule by its id, or a field by its path with dots. NAME, N or any name stands for an entry of a map or list;
 * `tenant.`, `site.` or `versions.` before it chooses the file where more than one has the field.
 */
export function explain(query: string, { rules, fields }: Topics): Explanation {
  const rule = rules.find(({ id }) => id === query);
  const found = fieldsNamed(query, fields);
  const texts = [
    ...(rule === undefined ? [] : [ruleText(rule)]),
    ...found.map((field) => fieldText(field, fields)),
    ...refusals(query, fields),
  ];
  return texts.length > 0
    ? { text: texts.join('\n') }
    : { unknown: query, meant: meantBy(query, rules, fields) };
}

function fieldsNamed(query: string, fields: readonly Field[]): Field[] {
  const [first = '', ...rest] = query.split('.');
  const file = inputFiles.find((name) => name === first);
  const inFile = file === undefined || rest.length === 0 ? [] : matching(rest, file, fields);
  return inFile.length > 0 ? inFile : inputFiles.flatMap((name) => matching([first, ...rest], name, fields));
}

/** A key that people look for and that cannot exist is answered with the reason. */
function refusals(query: string, fields: readonly Field[]): string[] {
  const key = query.split('.').at(-1) ?? '';
  const parents = fieldsNamed(query.split('.').slice(0, -1).join('.'), fields);
  return parents.flatMap(({ path, refused }) => {
    const reason = Object.hasOwn(refused, key) ? refused[key] : undefined;
    return reason === undefined ? [] : [`${[...path, key].join('.')} (refused)\n\n${wrapped(reason)}\n`];
  });
}

function matching(steps: readonly string[], file: InputFile, fields: readonly Field[]): Field[] {
  return fields
    .filter((field) => field.file === file && field.path.length === steps.length && fits(field.path, steps))
    .slice(0, 1);
}

function fits(path: readonly string[], steps: readonly string[]): boolean {
  return path.every((key, index) => key === steps[index] || (isPlaceholder(key) && steps[index] !== ''));
}

const isPlaceholder = (key: string): boolean => key === 'NAME' || key === 'N';

/** Fields whose last key it is, or else the rules and fields that it may be a slip of. */
function meantBy(query: string, rules: readonly RuleDescription[], fields: readonly Field[]): string[] {
  if (query === '') return [];
  const names = [...new Set(fields.map(fieldName))];
  const ending = names.filter((name) => name === query || name.endsWith(`.${query}`));
  if (ending.length > 0) return ending.slice(0, 5);
  const ids = query.includes('.') ? [] : rules.map(({ id }) => id);
  const near = [nearest(query, ids), nearest(query, names)].filter((name) => name !== undefined);
  if (near.length > 0) return near;
  const last = nearest(
    query.split('.').at(-1) ?? '',
    names.map((name) => name.split('.').at(-1) ?? ''),
  );
  return last === undefined
    ? []
    : names.filter((name) => name === last || name.endsWith(`.${last}`)).slice(0, 5);
}
