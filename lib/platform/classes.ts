import { keep } from './keep.ts';
import type { PlatformObject } from './object.ts';

/** The objects of the frozen class generations, as `platform/classes/*.yaml` has them. */
export interface ClassObjects {
  /** Templates, and ConfigMaps or whatever else a class names. */
  readonly templates: readonly PlatformObject[];
  readonly classes: readonly PlatformObject[];
}

/**
 * Parts classes from templates. Flux applies what ends in `Class` first and waits for it, so a class in one
 * Kustomization with its templates waits for templates that never land (seen on kustomize-controller v1.9.4).
 */
export function partClasses(objects: readonly PlatformObject[]): ClassObjects {
  const kept = objects.map(withKeep);
  const isClass = ({ kind }: PlatformObject): boolean => kind === 'ClusterClass';
  return {
    templates: kept.filter((object) => !isClass(object)),
    classes: kept.filter(isClass),
  };
}

/** The shield is the delivery's, not the generation's: it protects those that were frozen before it was thought of. */
function withKeep(object: PlatformObject): PlatformObject {
  const { metadata } = object;
  return { ...object, metadata: { ...metadata, annotations: { ...metadata.annotations, ...keep } } };
}
