import type { ClusterClassSpec } from '../../../imports/index.ts';

/** Any Kubernetes object, as it is read from a file or applied. */
export interface AnyObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly [field: string]: unknown;
  };
  readonly [field: string]: unknown;
}

/** A template of a class. */
export interface TemplateObject extends AnyObject {
  readonly spec: {
    readonly template: { readonly metadata?: unknown; readonly spec: Readonly<Record<string, unknown>> };
  };
}

/** A class generation as its file holds it. */
export interface ClassObjects {
  readonly name: string;
  readonly spec: ClusterClassSpec;
  /** The class and its templates, in the order of the file. */
  readonly objects: readonly AnyObject[];
  readonly templates: ReadonlyMap<string, TemplateObject>;
}

/** Sorts the objects of a generation's file. Undefined if there is not exactly one ClusterClass among them. */
export function classObjects(objects: readonly AnyObject[]): ClassObjects | undefined {
  const [found, ...more] = objects.filter(isClass);
  if (found === undefined || more.length > 0) return undefined;
  const templates = objects
    .filter(isTemplate)
    .map((template) => [templateKey(template.kind, template.metadata.name), template] as const);
  return { name: found.metadata.name, spec: found.spec, objects, templates: new Map(templates) };
}

/** Key of a template in {@link ClassObjects.templates}. */
export const templateKey = (kind: string, name: string): string => `${kind}/${name}`;

function isClass(object: AnyObject): object is AnyObject & { readonly spec: ClusterClassSpec } {
  return object.kind === 'ClusterClass';
}

function isTemplate(object: AnyObject): object is TemplateObject {
  return object.kind.endsWith('Template');
}
