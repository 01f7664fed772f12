import { Pointer } from 'rfc6902';
import { evaluateCondition, evaluateForm, type Lookup } from '../class/placeholders.ts';
import type { ClassObjects } from './class-objects.ts';

/** One patch of a class, ready to be applied to any number of Clusters. */
export interface CompiledPatch {
  readonly variable: string;
  readonly kind: string;
  readonly op: 'add' | 'replace' | 'remove';
  readonly pointer: Pointer;
  readonly enabled: (lookup: Lookup) => boolean;
  readonly value: (lookup: Lookup) => unknown;
}

const compiled = new WeakMap<ClassObjects, readonly CompiledPatch[]>();

/** The patches of a class in their order; compiled once per class, since a fleet shares few of them. */
export function compiledPatches(generation: ClassObjects): readonly CompiledPatch[] {
  const known = compiled.get(generation) ?? compile(generation);
  compiled.set(generation, known);
  return known;
}

function compile({ spec }: ClassObjects): CompiledPatch[] {
  return (spec.patches ?? []).flatMap(({ name, enabledIf, definitions = [] }) =>
    definitions.flatMap(({ selector, jsonPatches }) =>
      jsonPatches.map(({ op, path, value, valueFrom }) => ({
        variable: name,
        kind: selector.kind,
        op,
        pointer: Pointer.fromJSON(path),
        enabled:
          enabledIf === undefined ? () => true : (lookup: Lookup) => evaluateCondition(enabledIf, lookup),
        value: valueFunction(value, valueFrom),
      })),
    ),
  );
}

function valueFunction(
  value: unknown,
  from: { readonly template?: string; readonly variable?: string } | undefined,
): (lookup: Lookup) => unknown {
  const { template, variable } = from ?? {};
  if (template !== undefined) return (lookup) => evaluateForm(template, lookup);
  if (variable !== undefined) return (lookup) => lookup(variable);
  return () => value;
}
