import type { KindSchema } from '../../imports/schemas.ts';
import { checkRules } from './cel/check.ts';
import { checkContract } from './object/contract.ts';
import { groupOf, type ManifestObject } from './manifest.ts';
import { checkMetadata } from './object/metadata-check.ts';
import { checkValue } from './schema/value-check.ts';
import { report, startWalk, type Violation, type Walk } from './violation.ts';

/** Where schemas come from: imports/schemas.ts, or a few of one's own in a test. */
export interface SchemaSource {
  readonly loadSchema: (apiVersion: string, kind: string) => KindSchema | undefined;
  /** The apiVersion in which a kind of a group is known, to say so when another one is used. */
  readonly importedVersion?: (group: string, kind: string) => string | undefined;
}

export interface ValidateOptions {
  /** Kinds that are taken without a schema, as `GROUP/KIND` (core: `/KIND`). Only the contract is checked then. */
  readonly unchecked?: readonly string[];
}

/**
 * All reasons why the API server (or the contract of dist/) would not take an object; none is an exception.
 * As in the API server, CEL rules run only on an object that its schema accepts.
 * Not checked: what only a running server knows, such as webhooks and rules about the object before (`oldSelf`).
 */
export function validateObject(
  object: ManifestObject,
  schemas: SchemaSource,
  options: ValidateOptions = {},
): readonly Violation[] {
  const walk = startWalk();
  checkContract(object, walk);
  if (walk.violations.length > 0) return walk.violations;
  const known = schemas.loadSchema(object.apiVersion, object.kind);
  if (known !== undefined) checkKnown(object, known, walk);
  else if (!(options.unchecked ?? []).includes(`${groupOf(object.apiVersion)}/${object.kind}`))
    reportUnknown(object, schemas, walk);
  return walk.violations;
}

function checkKnown(object: ManifestObject, kind: KindSchema, walk: Walk): void {
  checkValue(kind.schema, object, walk);
  checkMetadata(object, kind, walk);
  if (walk.violations.length === 0) checkRules(kind.schema, object, walk);
}

function reportUnknown({ apiVersion, kind }: ManifestObject, schemas: SchemaSource, walk: Walk): void {
  const imported = schemas.importedVersion?.(groupOf(apiVersion), kind);
  if (imported === undefined)
    report(walk, `no schema for ${kind} of ${apiVersion}`, 'a kind that imports/sources.yaml names', 'kind');
  else report(walk, `no schema for ${kind} of ${apiVersion}`, imported, 'apiVersion');
}
