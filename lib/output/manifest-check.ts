import { identity, objectTitle, type Manifest } from './manifest.ts';
import { validateObject, type SchemaSource, type ValidateOptions } from './validator.ts';
import type { Violation } from './violation.ts';

/** A violation, with the object and the file that it is about. */
export interface ManifestViolation extends Violation {
  /** Path inside the output folder. */
  readonly file: string;
  /** `Cluster tenant-acme/acme`. */
  readonly object: string;
  /** Input files that the object was made from. */
  readonly sources: readonly string[];
}

/** Every reason not to write these objects: each against its schema and the contract, and none twice. */
export function checkManifests(
  manifests: readonly Manifest[],
  schemas: SchemaSource,
  options: ValidateOptions = {},
): readonly ManifestViolation[] {
  const objects = manifests.flatMap((manifest) =>
    validateObject(manifest.object, schemas, options).map((violation) => located(manifest, violation)),
  );
  return [...objects, ...duplicates(manifests)];
}

/** Objects that stand in two files, and files that two objects claim: an engine would apply one over the other. */
function duplicates(manifests: readonly Manifest[]): readonly ManifestViolation[] {
  const byIdentity = new Map<string, Manifest>();
  const byPath = new Map<string, Manifest>();
  return manifests.flatMap((manifest) => [
    ...clash(byIdentity, identity(manifest.object), manifest, (other) => ({
      path: '',
      problem: `the same object is in ${other.path} too`,
      allowed: 'each object once in the whole output',
    })),
    ...clash(byPath, manifest.path.toLowerCase(), manifest, (other) => ({
      path: '',
      problem: `${objectTitle(other.object)} would be written to the same file (${other.path})`,
      allowed: 'one object a file',
    })),
  ]);
}

function clash(
  seen: Map<string, Manifest>,
  key: string,
  manifest: Manifest,
  violation: (other: Manifest) => Violation,
): readonly ManifestViolation[] {
  const other = seen.get(key);
  if (other !== undefined) return [located(manifest, violation(other))];
  seen.set(key, manifest);
  return [];
}

function located({ path: file, object, sources }: Manifest, violation: Violation): ManifestViolation {
  return { ...violation, file, object: objectTitle(object), sources };
}
