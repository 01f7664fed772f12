import type { Finding } from '../finding/index.ts';
import { readingFinding, type RuleDescription } from '../fleet/index.ts';
import type { TreeComparison } from '../output/index.ts';
import { treeRules } from '../synth/tree-rules.ts';

/** How the folder differs from what the files say: a finding each, and one for a whole folder that is new or gone. */
export function comparisonFindings(result: TreeComparison, out: string): Finding[] {
  return [
    ...(result.interrupted
      ? [told(treeRules.interrupted, out, `a run was interrupted while it wrote ${out}/`, `a whole ${out}/`)]
      : []),
    ...byFolder(result.missing, 'not there', out),
    ...result.stale.map((path) => staleFile(path, 'not what the input files say', out)),
    ...byFolder(result.extra, 'of something that is gone', out),
    ...foreignFindings(result.foreign, out),
  ];
}

/** The files of the folder that kaas did not make; `out` is the folder as places show it. */
export const foreignFindings = (paths: readonly string[], out: string): Finding[] =>
  paths.map((path) =>
    told(
      treeRules.foreign,
      `${out}/${path}`,
      'kaas did not make this file',
      `${out}/ holds what kaas makes, and nothing else`,
    ),
  );

/** What to do about a folder that is not up to date. */
export const outOfDateRemedy = (out: string): string =>
  out === 'dist' ? treeRules.stale.remedy : `run the same command without --check, and commit ${out}/`;

const staleFile = (path: string, problem: string, out: string): Finding =>
  told(treeRules.stale, `${out}/${path}`, problem, `${out}/ is what kaas synth writes`, outOfDateRemedy(out));

function told(
  rule: RuleDescription,
  file: string,
  problem: string,
  allowed: string,
  remedy = rule.remedy,
): Finding {
  return readingFinding(rule, { place: { file, line: 1, column: 1 }, problem, allowed, remedy });
}

/** One finding per folder: a new tenant is one thing to say. */
function byFolder(paths: readonly string[], problem: string, out: string): Finding[] {
  const folders = new Map<string, string[]>();
  for (const path of paths) {
    const folder = path.split('/').slice(0, 2).join('/');
    folders.set(folder, [...(folders.get(folder) ?? []), path]);
  }
  return [...folders].map(([folder, files]) =>
    files.length === 1
      ? staleFile(files[0] ?? folder, problem, out)
      : staleFile(folder, `${String(files.length)} files are ${problem}`, out),
  );
}
