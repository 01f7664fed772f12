import { compileCondition, compileForm, type Form, type Lookup } from '../class/placeholders.ts';
import type { ClassObjects } from './class-objects.ts';

/** One patch of a class, ready to be applied to any number of Clusters. */
export interface CompiledPatch {
  readonly kind: string;
  readonly op: 'add' | 'replace' | 'remove';
  /** Keys from the root of the template to the value. */
  readonly steps: readonly string[];
  readonly enabled: (lookup: Lookup) => boolean;
  readonly value: Form;
}

const compiled = new WeakMap<ClassObjects, readonly CompiledPatch[]>();

/** The patches of a class in their order; compiled once per class, since a fleet shares few of them. */
export function compiledPatches(generation: ClassObjects): readonly CompiledPatch[] {
  const known = compiled.get(generation) ?? compile(generation);
  compiled.set(generation, known);
  return known;
}

function compile({ spec }: ClassObjects): CompiledPatch[] {
  return (spec.patches ?? []).flatMap(({ enabledIf, definitions = [] }) =>
    definitions.flatMap(({ selector, jsonPatches }) =>
      jsonPatches.map(({ op, path, value, valueFrom }) => ({
        kind: selector.kind,
        op,
        steps: stepsOf(path),
        enabled: enabledIf === undefined ? () => true : compileCondition(enabledIf),
        value: valueForm(value, valueFrom),
      })),
    ),
  );
}

/** Source: RFC 6901. */
function stepsOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function valueForm(
  value: unknown,
  from: { readonly template?: string; readonly variable?: string } | undefined,
): Form {
  const { template, variable } = from ?? {};
  if (template !== undefined) return compileForm(template);
  if (variable !== undefined) return (lookup) => lookup(variable);
  return () => value;
}
