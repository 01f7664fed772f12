import type { CompactSchema } from '../../../imports/schemas.ts';
import type { Check } from './check.ts';
import { formatOf } from './formats.ts';
import { sameJson } from '../json.ts';
import { patternOf } from './patterns.ts';
import { report, show } from '../violation.ts';

/** What a schema demands of text, numbers and other single values. */
export function scalarChecks(schema: CompactSchema): readonly Check[] {
  return [
    ...enumCheck(schema),
    ...formatCheck(schema),
    ...patternCheck(schema),
    ...lengthCheck(schema),
    ...rangeCheck(schema),
  ];
}

function enumCheck({ enum: values }: CompactSchema): readonly Check[] {
  if (values === undefined) return [];
  const allowed = values.length === 1 ? show(values[0]) : `one of ${values.map(show).join(', ')}`;
  return [
    (value, walk) => {
      if (!values.some((candidate) => sameJson(candidate, value)))
        report(walk, `${show(value)} is not a known value`, allowed);
    },
  ];
}

function formatCheck({ format: name, type }: CompactSchema): readonly Check[] {
  const format = name === undefined || type === undefined ? undefined : formatOf(name);
  if (format === undefined) return [];
  return [
    (value, walk) => {
      if (!format.accepts(value)) report(walk, `${show(value)} has the wrong form`, format.title);
    },
  ];
}

function patternCheck({ pattern: source }: CompactSchema): readonly Check[] {
  if (source === undefined) return [];
  const pattern = patternOf(source);
  return [
    (value, walk) => {
      if (typeof value === 'string' && !pattern.test(value))
        report(walk, `${show(value)} has the wrong form`, `text that matches ${source}`);
    },
  ];
}

function lengthCheck({ minLength = 0, maxLength = Infinity }: CompactSchema): readonly Check[] {
  if (minLength === 0 && maxLength === Infinity) return [];
  return [
    (value, walk) => {
      // Half of a string's length in UTF-16 units is the least it can have in characters, which is what counts.
      if (typeof value !== 'string' || (value.length <= maxLength && value.length / 2 >= minLength)) return;
      const length = Array.from(value).length;
      if (length < minLength)
        report(
          walk,
          length === 0 ? 'is empty' : `${show(value)} is too short (${length})`,
          `${minLength} characters or more`,
        );
      if (length > maxLength)
        report(walk, `${show(value)} is too long (${length})`, `${maxLength} characters or fewer`);
    },
  ];
}

function rangeCheck({
  minimum = -Infinity,
  maximum = Infinity,
  multipleOf,
}: CompactSchema): readonly Check[] {
  if (minimum === -Infinity && maximum === Infinity && multipleOf === undefined) return [];
  return [
    (value, walk) => {
      if (typeof value !== 'number') return;
      if (value < minimum) report(walk, `${value} is too small`, `${minimum} or more`);
      if (value > maximum) report(walk, `${value} is too large`, `${maximum} or less`);
      if (multipleOf !== undefined && value % multipleOf !== 0)
        report(walk, `${value} is no multiple of ${multipleOf}`, `a multiple of ${multipleOf}`);
    },
  ];
}
