import { isRecord } from '../json.ts';
import { groupOf, type ManifestObject } from '../manifest.ts';
import { labelChecks } from './label-check.ts';
import { report, type Step, type Walk } from '../violation.ts';

/**
 * What must hold of every object of the output tree, whatever its kind: plain JSON that a YAML file can carry, no
 * `${...}`, which Flux would replace, no Secret with data, and labels that the API server takes.
 */
export function checkContract(object: ManifestObject, walk: Walk): void {
  secretCheck(object, walk);
  visit(object, walk);
}

function secretCheck(object: ManifestObject, walk: Walk): void {
  if (object.kind !== 'Secret' || groupOf(object.apiVersion) !== '') return;
  for (const field of ['data', 'stringData']) {
    if (object[field] !== undefined)
      report(walk, 'is a secret value in Git', 'a Secret made outside Git and named by its name', field);
  }
}

function visit(value: unknown, walk: Walk): void {
  if (typeof value === 'string') textCheck(value, walk);
  else if (typeof value === 'number') numberCheck(value, walk);
  else if (typeof value === 'boolean' || value === null) return;
  else if (Array.isArray(value)) visitList(value, walk);
  else if (isPlain(value)) visitFields(value, walk);
  else
    report(
      walk,
      `is ${kindOf(value)}`,
      'a value that JSON has: an object, a list, text, a number, true, false or null',
    );
}

function visitList(list: readonly unknown[], walk: Walk): void {
  for (let index = 0; index < list.length; index++) step(walk, index, list[index]);
}

function visitFields(object: Readonly<Record<string, unknown>>, walk: Walk): void {
  for (const name of Object.keys(object)) {
    if (name === '__proto__')
      report(walk, 'has a name that JavaScript keeps for itself', 'any other name', name);
    if (name.includes('${')) report(walk, 'has a name that Flux would replace', 'a name without ${', name);
    labelChecks(name, object[name], walk);
    step(walk, name, object[name]);
  }
}

function step(walk: Walk, to: Step, value: unknown): void {
  walk.steps.push(to);
  visit(value, walk);
  walk.steps.pop();
}

function textCheck(text: string, walk: Walk): void {
  const start = text.indexOf('${');
  if (start >= 0 && text.includes('}', start)) {
    const [literal = ''] = /\$\{[^}]*\}/.exec(text) ?? [];
    report(walk, `holds ${literal}, which Flux would replace`, 'text without ${...}');
  }
  if (!/^[\u0009\u000a\u000d\u0020-\u007e]*$/.test(text) && /\p{Surrogate}/u.test(text)) {
    report(
      walk,
      'holds half of a character (a lone surrogate), which no file can carry',
      'well-formed Unicode text',
    );
  }
}

function numberCheck(value: number, walk: Walk): void {
  if (!Number.isFinite(value) || Object.is(value, -0))
    report(walk, `is ${Object.is(value, -0) ? '-0' : String(value)}`, 'a number that JSON has');
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  if (!isRecord(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null || Object.getPrototypeOf(prototype) === null;
}

function kindOf(value: unknown): string {
  if (typeof value !== 'object' || value === null)
    return value === undefined ? 'undefined' : `a ${typeof value}`;
  return `a ${value.constructor.name}`;
}
