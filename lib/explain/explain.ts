import { type Field, type InputFile, inputFiles, nearest, type RuleDescription } from '../fleet/index.ts';
import { fieldText, fileText } from './field-text.ts';
import { ruleText } from './rule-text.ts';
import { wrapped } from './text.ts';
import { fieldName, type Topics } from './topics.ts';

/** What there is to say, or what was probably meant. */
export type Explanation =
  { readonly text: string } | { readonly unknown: string; readonly meant: readonly string[] };

/**
 * Explains a rule by its id, or a field by its path with dots. NAME, N or any name stands for an entry of a map or list;
 * `tenant.`, `site.` or `versions.` before it chooses the file where more than one has the field, and alone lists the
 * fields of that file. Letter case does not count.
 */
export function explain(query: string, { rules, fields }: Topics): Explanation {
  const rule = rules.find(({ id }) => same(id, query));
  const file = fileNamed(query);
  const found = fieldsNamed(query, fields);
  const texts = [
    ...(rule === undefined ? [] : [ruleText(rule)]),
    ...(file === undefined ? [] : [fileText(file, fields)]),
    ...found.map((field) => fieldText(field, fields)),
    ...refusals(query, fields),
  ];
  return texts.length > 0
    ? { text: texts.join('\n') }
    : { unknown: query, meant: meantBy(query, rules, fields) };
}

const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

const fileNamed = (word: string): InputFile | undefined => inputFiles.find((name) => same(name, word));

function fieldsNamed(query: string, fields: readonly Field[]): Field[] {
  const [first = '', ...rest] = query.split('.');
  const file = fileNamed(first);
  const inFile = file === undefined || rest.length === 0 ? [] : matching(rest, file, fields);
  return inFile.length > 0 ? inFile : inputFiles.flatMap((name) => matching([first, ...rest], name, fields));
}

/** A key that people look for and that cannot exist is answered with the reason. */
function refusals(query: string, fields: readonly Field[]): string[] {
  const key = query.split('.').at(-1) ?? '';
  const parents = fieldsNamed(query.split('.').slice(0, -1).join('.'), fields);
  return parents.flatMap(({ path, refused }) => {
    const [found, reason] = Object.entries(refused).find(([name]) => same(name, key)) ?? [];
    return found === undefined || reason === undefined
      ? []
      : [`${[...path, found].join('.')} (refused)\n\n${wrapped(reason)}\n`];
  });
}

function matching(steps: readonly string[], file: InputFile, fields: readonly Field[]): Field[] {
  return fields
    .filter((field) => field.file === file && field.path.length === steps.length && fits(field.path, steps))
    .slice(0, 1);
}

function fits(path: readonly string[], steps: readonly string[]): boolean {
  return path.every((key, index) => {
    const step = steps[index] ?? '';
    return same(key, step) || (isPlaceholder(key) && step !== '');
  });
}

const isPlaceholder = (key: string): boolean => key === 'NAME' || key === 'N';

const endsIn = (name: string, query: string): boolean =>
  `.${name}`.toLowerCase().endsWith(`.${query}`.toLowerCase());

/** Fields whose last key it is, or else the rules and fields that it may be a slip of. */
function meantBy(query: string, rules: readonly RuleDescription[], fields: readonly Field[]): string[] {
  if (query === '') return [];
  const names = [...new Set(fields.map(fieldName))];
  const ending = names.filter((name) => endsIn(name, query));
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
