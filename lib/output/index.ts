export {
  fileName,
  identity,
  objectTitle,
  type Manifest,
  type ManifestObject,
  type OutputFile,
} from './manifest.ts';
export { checkManifests, type ManifestViolation } from './manifest-check.ts';
export { markerLine } from './marker.ts';
export { checkValue } from './schema/value-check.ts';
export { compareTree, type CompareOptions, type TreeComparison } from './tree/compare.ts';
export { TreeError } from './tree/error.ts';
export { outProblem } from './tree/place.ts';
export { isWithin } from './tree/real-path.ts';
export { recoverTree, type Recovery } from './tree/recover.ts';
export { updateTree, type TreeUpdate, type UpdateOptions } from './tree/update.ts';
export { validateObject, type SchemaSource, type ValidateOptions } from './validator.ts';
export type { Violation } from './violation.ts';
export { manifestFile, yamlText } from './yaml-text.ts';
