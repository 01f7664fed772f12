import { createHash } from 'node:crypto';
import { applyPatch } from 'rfc6902';
import { clone } from '../expansion/clone.ts';
import { type AnyObject, type ClassObjects, classObjects } from '../expansion/class-objects.ts';

/** A JSON patch on a template of a class. Source of the operations: RFC 6902. */
export interface ClassTemplatePatch {
  readonly kind: string;
  readonly op: 'add' | 'replace' | 'remove';
  readonly path: string;
  readonly value?: unknown;
}

/** A generation with patches on its templates, or why patch number `index` cannot be applied. */
export type ClassVariant =
  { readonly generation: ClassObjects } | { readonly index: number; readonly problem: string };

/**
 * The variant of a class generation that the patches make: class and templates under names that end in a hash of the patches,
 * so that tenants with equal patches share one, and a changed patch is a new class instead of a change to one in use.
 */
export function classVariant(generation: ClassObjects, patches: readonly ClassTemplatePatch[]): ClassVariant {
  const copies = clone(generation.objects);
  for (const [index, { kind, op, path, value }] of patches.entries()) {
    const template = copies.find((object) => object.kind === kind);
    const [error] =
      template === undefined
        ? [new Error(`the class has no ${kind}`)]
        : applyPatch(template, [op === 'remove' ? { op, path } : { op, path, value }]);
    if (error) return { index, problem: error.message };
  }
  const name = `${generation.name}-${hashOf(patches)}`;
  const renamed = classObjects(copies.map((object) => rename(object, generation.name, name)));
  return renamed === undefined
    ? { index: 0, problem: 'the class generation holds no ClusterClass' }
    : { generation: renamed };
}

function hashOf(patches: readonly ClassTemplatePatch[]): string {
  const canonical = patches.map(({ kind, op, path, value }) => [kind, op, path, value]);
  return createHash('sha256').update(JSON.stringify(canonical)).digest('hex').slice(0, 8);
}

/** Names of templates start with the name of their class, in the class's references to them too. */
function rename(object: AnyObject, from: string, to: string): AnyObject {
  const { name } = object.metadata;
  const renamed = { ...object, metadata: { ...object.metadata, name: name.replace(from, to) } };
  return object.kind === 'ClusterClass' ? { ...renamed, spec: renameRefs(object.spec, from, to) } : renamed;
}

function renameRefs(value: unknown, from: string, to: string): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => renameRefs(item, from, to));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]: [string, unknown]) => [
      key,
      key === 'templateRef' ? renameRef(item, from, to) : renameRefs(item, from, to),
    ]),
  );
}

function renameRef(ref: unknown, from: string, to: string): unknown {
  if (typeof ref !== 'object' || ref === null || !('name' in ref) || typeof ref.name !== 'string') return ref;
  return { ...ref, name: ref.name.replace(from, to) };
}
