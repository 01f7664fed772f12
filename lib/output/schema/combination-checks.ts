import type { CompactSchema } from '../../../imports/schemas.ts';
import type { Check, CheckValue } from './check.ts';
import { typeTitle } from './type-check.ts';
import { report, show, startWalk } from '../violation.ts';

/** allOf, anyOf, oneOf and not. */
export function combinationChecks(schema: CompactSchema, checkValue: CheckValue): readonly Check[] {
  const accepts = (candidate: CompactSchema, value: unknown): boolean => {
    const trial = startWalk();
    checkValue(candidate, value, trial);
    return trial.violations.length === 0;
  };
  return [
    ...(schema.allOf ?? []).map(
      (part): Check =>
        (value, walk) =>
          checkValue(part, value, walk),
    ),
    ...choiceCheck(schema.anyOf, (count) => count > 0, accepts, 'one of these at least'),
    ...choiceCheck(schema.oneOf, (count) => count === 1, accepts, 'exactly one of these'),
    ...notCheck(schema.not, accepts),
  ];
}

type Accepts = (candidate: CompactSchema, value: unknown) => boolean;

function choiceCheck(
  choices: readonly CompactSchema[] | undefined,
  suffices: (count: number) => boolean,
  accepts: Accepts,
  wording: string,
): readonly Check[] {
  if (choices === undefined) return [];
  const allowed = `${wording}: ${choices.map(wordsOf).join('; ')}`;
  return [
    (value, walk) => {
      const count = choices.filter((choice) => accepts(choice, value)).length;
      if (!suffices(count))
        report(walk, `${show(value)} fits ${count} of the ${choices.length} forms`, allowed);
    },
  ];
}

function notCheck(refused: CompactSchema | undefined, accepts: Accepts): readonly Check[] {
  if (refused === undefined) return [];
  return [
    (value, walk) => {
      if (accepts(refused, value))
        report(walk, `${show(value)} is excluded`, `anything but ${wordsOf(refused)}`);
    },
  ];
}

function wordsOf(schema: CompactSchema): string {
  if (schema.required !== undefined) return `with ${schema.required.join(' and ')}`;
  return typeTitle(schema) || show(schema);
}
