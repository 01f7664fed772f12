import type { CompactSchema } from '../../../imports/schemas.ts';
import { compileRule, oneLine, type RunRule } from './rule.ts';
import { celValue } from './value.ts';
import { isList, isRecord } from '../json.ts';
import { report, type Step, type Walk } from '../violation.ts';

/**
 * Runs the CEL rules of a schema, and of everything inside it, on a value that the schema accepts.
 * @throws Error if a rule cannot be compiled, see {@link compileRule}.
 */
export function checkRules(schema: CompactSchema, value: unknown, walk: Walk): void {
  if (value === null || value === undefined) return;
  const ruled = ruledParts(schema);
  if (ruled === undefined) return;
  if (ruled.rules.length > 0) runRules(ruled.rules, celValue(value, schema), walk);
  if (isList(value)) value.forEach((item, index) => descend(ruled.items, item, index, walk));
  else if (isRecord(value)) checkFields(ruled, value, walk);
}

function runRules(rules: readonly Rule[], self: unknown, walk: Walk): void {
  for (const { run, text, path } of rules) {
    const problem = run(self);
    if (problem === undefined) continue;
    walk.steps.push(...path);
    report(walk, problem, `what satisfies ${text}`);
    walk.steps.splice(walk.steps.length - path.length);
  }
}

function checkFields(
  { fields, others, schema }: RuledParts,
  value: Readonly<Record<string, unknown>>,
  walk: Walk,
): void {
  for (const [name, field] of fields) descend(field, value[name] ?? field.default, name, walk);
  if (others === undefined) return;
  for (const [name, field] of Object.entries(value)) {
    if (!Object.hasOwn(schema.properties ?? {}, name)) descend(others, field, name, walk);
  }
}

function descend(schema: CompactSchema | undefined, value: unknown, step: Step, walk: Walk): void {
  if (schema === undefined) return;
  walk.steps.push(step);
  checkRules(schema, value, walk);
  walk.steps.pop();
}

interface Rule {
  readonly run: RunRule;
  readonly text: string;
  /** Field that the rule says it is about. */
  readonly path: readonly string[];
}

/** The parts of a schema that have rules; most have none and are passed over. */
interface RuledParts {
  readonly schema: CompactSchema;
  readonly rules: readonly Rule[];
  readonly fields: readonly (readonly [string, CompactSchema])[];
  readonly items: CompactSchema | undefined;
  readonly others: CompactSchema | undefined;
}

const cache = new WeakMap<CompactSchema, { readonly parts: RuledParts | undefined }>();

function ruledParts(schema: CompactSchema): RuledParts | undefined {
  const known = cache.get(schema);
  if (known !== undefined) return known.parts;
  const parts = {
    schema,
    rules: (schema['x-kubernetes-validations'] ?? []).flatMap((rule) => {
      const run = compileRule(rule);
      const path = (rule.fieldPath ?? '').split('.').filter((name) => name !== '');
      return run === undefined ? [] : [{ run, text: oneLine(rule.rule), path }];
    }),
    fields: Object.entries(schema.properties ?? {}).filter(([, field]) => ruledParts(field) !== undefined),
    items: ruledOnly(schema.items),
    others: ruledOnly(schema.additionalProperties),
  };
  const empty =
    parts.rules.length + parts.fields.length === 0 && parts.items === undefined && parts.others === undefined;
  cache.set(schema, { parts: empty ? undefined : parts });
  return empty ? undefined : parts;
}

function ruledOnly(schema: CompactSchema | boolean | undefined): CompactSchema | undefined {
  return typeof schema === 'object' && ruledParts(schema) !== undefined ? schema : undefined;
}
