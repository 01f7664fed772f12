import {
  chartsOf,
  compareReleases,
  parseRelease,
  type Path,
  providersOf,
  type Versions,
} from '../../../fleet/index.ts';
import type { HistoryRule } from '../history-rule.ts';

/** Source: Kubernetes, "Versions in CustomResourceDefinitions": objects that were stored in a newer version are not readable without it. */
export const rule: HistoryRule = {
  id: 'pin-downgrade',
  severity: 'warning',
  summary: 'A pinned component does not go back to an older release.',
  why: 'Objects may have been stored in a version of their API that the older release does not know.',
  earlier: '--- # platform/versions.yaml\nkamaji: {version: 26.8.6-edge}',
  example: '--- # platform/versions.yaml\nkamaji: {version: 26.7.2-edge}',
  remedy: 'go forward to a release that mends the fault; go back only if its notes say that it may be done',
  *check(earlier, { versions }) {
    if (versions === undefined || earlier.versions === undefined) return;
    const past = new Map(pinsOf(earlier.versions).map(({ path, version }) => [path.join('.'), version]));
    for (const { path, version } of pinsOf(versions)) {
      const [was, is] = [parseRelease(past.get(path.join('.')) ?? ''), parseRelease(version)];
      if (was === undefined || is === undefined || compareReleases(is, was) >= 0) continue;
      yield {
        place: versions.source.place([...path, 'version']),
        problem: `${path.join('.')} ${is.text} is older than ${was.text}, which runs`,
        allowed: `allowed: ${was.text} or newer`,
      };
    }
  },
};

function pinsOf(versions: Versions): { readonly path: Path; readonly version: string }[] {
  return [
    ...providersOf(versions).map(([name, { version }]) => ({ path: ['providers', name], version })),
    { path: ['kamaji'], version: versions.kamaji.version },
    ...chartsOf(versions).map(([name, { version }]) => ({ path: ['charts', name], version })),
  ];
}
