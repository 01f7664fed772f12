import type { ErrorObject } from 'ajv';
import type { Finding } from '../finding/index.ts';
import { nearest } from './nearest.ts';
import { unescapePointer } from './pointer.ts';
import { allowedWords, type Schema } from './schema.ts';
import type { Path, Source } from './source.ts';
import { shown, valueProblem, valueRemedy } from './value-words.ts';

/** Turns what the schema says against a file into findings, one per place. */
export function schemaFindings(source: Source, errors: readonly ErrorObject[]): Finding[] {
  const kept = withoutEchoes(errors);
  const misspelled = new Map(
    kept.filter(isUnknownKey).flatMap((error) => {
      const meant = nearest(unknownKeyOf(error), missingBeside(error, kept));
      return meant === undefined ? [] : [[error, meant] as const];
    }),
  );
  return kept
    .filter((error) => !isToldAsMisspelled(error, misspelled))
    .map((error) => findingOf(source, error, misspelled.get(error)));
}

/**
 * A failed anyOf repeats each branch's errors: keep those of the branch whose type fits the value,
 * and the anyOf itself only if no branch fits.
 */
function withoutEchoes(errors: readonly ErrorObject[]): ErrorObject[] {
  const unions = errors.filter(({ keyword }) => keyword === 'anyOf');
  const inUnion = (error: ErrorObject): boolean =>
    unions.some(
      (union) =>
        error !== union && error.schemaPath !== union.schemaPath && error.instancePath === union.instancePath,
    );
  const kept = errors.filter((error) => {
    // A bad key is told by what its name breaks, which says what is allowed.
    if (error.keyword === 'propertyNames') return false;
    if (error.keyword === 'anyOf') {
      return !errors.some(
        (other) =>
          other.keyword !== 'anyOf' &&
          belongsTo(error, other) &&
          (other.instancePath !== error.instancePath || !isBranchMismatch(other)),
      );
    }
    return !(inUnion(error) && isBranchMismatch(error));
  });
  return uniqueBy(
    kept,
    (error) =>
      `${error.instancePath} ${error.propertyName ?? ''} ${error.keyword} ${JSON.stringify(error.params)}`,
  );
}

const isUnknownKey = ({ keyword, propertyName }: ErrorObject): boolean =>
  keyword === 'additionalProperties' && propertyName === undefined;

const unknownKeyOf = ({ params }: ErrorObject): string =>
  String((params as { readonly additionalProperty?: unknown }).additionalProperty);

const missingKeyOf = ({ params }: ErrorObject): string =>
  String((params as { readonly missingProperty?: unknown }).missingProperty);

/** Keys that the map of an unknown key lacks: the unknown one is most likely a slip of one of these. */
function missingBeside({ instancePath }: ErrorObject, errors: readonly ErrorObject[]): string[] {
  return errors
    .filter((error) => error.keyword === 'required' && error.instancePath === instancePath)
    .map(missingKeyOf);
}

/** A key that is missing because it is misspelled is told once, where it stands. */
function isToldAsMisspelled(error: ErrorObject, misspelled: ReadonlyMap<ErrorObject, string>): boolean {
  return (
    error.keyword === 'required' &&
    [...misspelled].some(
      ([unknown, meant]) => unknown.instancePath === error.instancePath && meant === missingKeyOf(error),
    )
  );
}

function belongsTo(union: ErrorObject, error: ErrorObject): boolean {
  return error.instancePath === union.instancePath || error.instancePath.startsWith(`${union.instancePath}/`);
}

/** True for the errors that only say "this branch is about another type". */
function isBranchMismatch({ keyword }: ErrorObject): boolean {
  return keyword === 'type' || keyword === 'enum' || keyword === 'const';
}

function findingOf(source: Source, error: ErrorObject, meant: string | undefined): Finding {
  const path = error.instancePath.split('/').slice(1).map(unescapePointer);
  const words = wordsFor(source, error, path, meant);
  return {
    severity: 'error',
    related: relatedOf(source, error, path),
    ...words,
    place: placeOf(source, error, path),
  };
}

type Words = Pick<Finding, 'rule' | 'problem' | 'allowed' | 'remedy'>;

function wordsFor(source: Source, error: ErrorObject, path: Path, meant: string | undefined): Words {
  const params = error.params as Record<string, unknown>;
  const what = path.length === 0 ? 'the file' : path.join('.');
  if (error.propertyName !== undefined) return badKey(error, error.propertyName, what);
  switch (error.keyword) {
    case 'additionalProperties':
      return (
        refusedKey(String(params.additionalProperty), what, error) ??
        unknownKey(String(params.additionalProperty), what, allowedKeys(error), meant)
      );
    case 'required':
      return {
        rule: 'missing-key',
        problem: `${what} lacks ${String(params.missingProperty)}`,
        allowed: `required: ${((error.parentSchema as Schema).required ?? []).join(', ')}`,
        remedy: `add ${String(params.missingProperty)}`,
      };
    case 'uniqueItems':
      return {
        rule: 'bad-value',
        problem: `${what} has ${shown((error.data as unknown[])[Number(params.i)])} twice`,
        allowed: 'allowed: each value once',
        remedy: 'remove one of the two',
      };
    default:
      return badValue(source, error, path, what);
  }
}

function badValue(source: Source, error: ErrorObject, path: Path, what: string): Words {
  const schema = error.parentSchema as Schema;
  const value = { data: error.data, written: source.textAt(path), schema };
  return {
    rule: 'bad-value',
    problem: valueProblem(what, value),
    allowed: `allowed: ${allowedWords(schema)}`,
    remedy: valueRemedy(value),
  };
}

function badKey(error: ErrorObject, key: string, what: string): Words {
  return {
    rule: 'bad-key',
    problem: `${what} has a key that cannot be used (${key})`,
    allowed: `allowed: ${allowedWords(error.parentSchema as Schema)}`,
    remedy: 'rename it',
  };
}

/** A knob that people look for and that cannot exist here: the schema says why. */
function refusedKey(key: string, what: string, error: ErrorObject): Words | undefined {
  const reasons = (error.parentSchema as Schema)['x-refused'] ?? {};
  const reason = Object.hasOwn(reasons, key) ? reasons[key] : undefined;
  if (reason === undefined) return undefined;
  return {
    rule: 'refused-key',
    problem: `${what} cannot have ${key}: ${reason}`,
    allowed: `allowed: ${allowedKeys(error).sort().join(', ')}`,
    remedy: 'remove it',
  };
}

/** `meant` is the key that is missing and that this one is likely to be. */
function unknownKey(key: string, what: string, keys: readonly string[], meant: string | undefined): Words {
  const near = meant ?? nearest(key, keys);
  return {
    rule: 'unknown-key',
    problem: `${what} has an unknown key (${key})${meant === undefined ? '' : ` and lacks ${meant}`}`,
    allowed: `allowed: ${[...keys].sort().join(', ')}`,
    remedy: near === undefined ? 'remove it' : `did you mean ${near}?`,
  };
}

function allowedKeys(error: ErrorObject): string[] {
  return Object.keys((error.parentSchema as Schema).properties ?? {});
}

function placeOf(source: Source, error: ErrorObject, path: Path): Finding['place'] {
  if (error.propertyName !== undefined) return source.keyPlace([...path, error.propertyName]);
  const { additionalProperty, i } = error.params as { additionalProperty?: string; i?: number };
  if (error.keyword === 'additionalProperties') return source.keyPlace([...path, additionalProperty ?? '']);
  return error.keyword === 'uniqueItems' ? source.place([...path, i ?? 0]) : source.place(path);
}

function relatedOf(source: Source, { keyword, params }: ErrorObject, path: Path): Finding['related'] {
  if (keyword !== 'uniqueItems') return [];
  return [{ place: source.place([...path, (params as { j: number }).j]), note: 'the first one' }];
}

function uniqueBy<T>(items: readonly T[], key: (item: T) => string): T[] {
  return [...new Map(items.map((item) => [key(item), item])).values()];
}
