import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compareText, type Finding } from '../finding/index.ts';
import { readingFinding } from '../fleet/index.ts';
import type { OutputFile } from '../output/index.ts';
import { treeRules } from './tree-rules.ts';

const shield =
  /argocd\.argoproj\.io\/sync-options: .*(?:Prune|Delete)=false|toolkit\.fluxcd\.io\/prune: disabled/;

/**
 * A warning for each tenant that the folder still holds as an active one, with its shield, and that is in no wanted file.
 * `shown` has the two folders as places show them. Only reads.
 */
export function lostTenants(
  out: string,
  files: readonly OutputFile[],
  shown: { readonly tenants: string; readonly out: string },
): Finding[] {
  const wanted = new Set(files.flatMap(({ path }) => /^tenants\/([^/]+)\/cluster\//.exec(path)?.[1] ?? []));
  return namesIn(join(out, 'tenants'))
    .filter(
      (name) =>
        !wanted.has(name) && isShielded(join(out, 'tenants', name, 'cluster', `cluster-${name}.yaml`)),
    )
    .map((name) =>
      readingFinding(treeRules.lost, {
        place: { file: `${shown.tenants}/${name}.yaml`, line: 1, column: 1 },
        problem: `the file is gone, and ${name} was not being removed: its Cluster keeps its shield and lives on`,
        allowed: `allowed: to delete the file of a tenant that ${shown.out}/ has with state: removing`,
        remedy: `take the file back from Git and set state: removing; delete it when kaas verify ${name} says that it may go`,
      }),
    );
}

/** No names without a folder: then there is nothing to lose. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort(compareText);
  } catch {
    return [];
  }
}

function isShielded(path: string): boolean {
  try {
    return shield.test(readFileSync(path, 'utf8'));
  } catch {
    return false;
  }
}
