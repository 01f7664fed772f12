import type { Finding } from '../finding/index.ts';
import { readingFinding, type RuleDescription } from '../fleet/index.ts';
import type { TreeComparison } from '../output/index.ts';
import { treeRules } from '../synth/tree-rules.ts';

/** How dist/ differs from what the files say: a finding each, and one for a whole folder that is new or gone. */
export function comparisonFindings(result: TreeComparison): Finding[] {
  return [
    ...(result.interrupted
      ? [told(treeRules.interrupted, 'dist', 'a run was interrupted while it wrote dist/', 'a whole dist/')]
      : []),
    ...byFolder(result.missing, 'not there'),
    ...result.stale.map((path) => staleFile(path, 'not what the input files say')),
    ...byFolder(result.extra, 'of something that is gone'),
    ...foreignFindings(result.foreign),
  ];
}

/** The files of dist/ that kaas did not make. */
export const foreignFindings = (paths: readonly string[]): Finding[] =>
  paths.map((path) =>
    told(
      treeRules.foreign,
      `dist/${path}`,
      'kaas did not make this file',
      'dist/ holds what kaas makes, and nothing else',
    ),
  );

const staleFile = (path: string, problem: string): Finding =>
  told(treeRules.stale, `dist/${path}`, problem, 'dist/ is what kaas synth writes');

function told(rule: RuleDescription, file: string, problem: string, allowed: string): Finding {
  return readingFinding(rule, { place: { file, line: 1, column: 1 }, problem, allowed });
}

/** One finding per folder: a new tenant is one thing to say. */
function byFolder(paths: readonly string[], problem: string): Finding[] {
  const folders = new Map<string, string[]>();
  for (const path of paths) {
    const folder = path.split('/').slice(0, 2).join('/');
    folders.set(folder, [...(folders.get(folder) ?? []), path]);
  }
  return [...folders].map(([folder, files]) =>
    files.length === 1
      ? staleFile(files[0] ?? folder, problem)
      : staleFile(folder, `${String(files.length)} files are ${problem}`),
  );
}
