import { importedVersion, loadSchema } from '../../imports/schemas.ts';
import type { Finding } from '../finding/index.ts';
import { readingFinding } from '../fleet/index.ts';
import { checkManifests, type Manifest, type ManifestViolation } from '../output/index.ts';
import { buildRules } from './build-rules.ts';

/** What the API server would say of the objects of dist/, each told at the file that it was made from. */
export function manifestFindings(manifests: readonly Manifest[]): Finding[] {
  return checkManifests(manifests, { loadSchema, importedVersion }).map(findingOf);
}

function findingOf({ file, object, sources, path, problem, allowed }: ManifestViolation): Finding {
  return readingFinding(buildRules.invalidObject, {
    place: { file: sources[0] ?? file, line: 1, column: 1 },
    problem: `${object} in dist/${file} is not valid: ${path} ${problem}`.replace('  ', ' '),
    allowed: `allowed: ${allowed}`,
  });
}
