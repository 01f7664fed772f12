import { type AnyObject, type ClassObjects, classObjects } from '../constructs/index.ts';
import type { ClassFile } from '../fleet/index.ts';

/** The class generations of the fleet by name. */
export type Generations = ReadonlyMap<string, ClassObjects>;

/** Sorts the objects of every class file. */
export function generationsOf(files: readonly ClassFile[]): Generations {
  return new Map(
    files.flatMap(({ name, objects }) => {
      const generation = classObjects(objects.filter(isObject));
      return generation === undefined ? [] : [[name, generation] as const];
    }),
  );
}

function isObject(value: unknown): value is AnyObject {
  return typeof value === 'object' && value !== null && 'kind' in value && 'metadata' in value;
}
