import { conflictsOf } from '../../fleet/index.ts';
import type { Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'versions-compatible',
  severity: 'error',
  summary: 'The pinned releases are not known to break each other.',
  why: 'Nothing in the cluster refuses such a pair: it is installed, and tenants break later. The table of known pairs names its sources (lib/fleet/compatibility.ts).',
  example: `--- # platform/versions.yaml
providers:
  core: {version: v1.14.2, image: registry.k8s.io/cluster-api/cluster-api-controller:v1.14.2}`,
  remedy: 'pin another release',
  *check({ versions }) {
    if (versions === undefined) return;
    for (const { parts, why, instead } of conflictsOf(versions)) {
      const [first, ...others] = parts;
      if (first === undefined) continue;
      const names = parts.map(({ title, release }) => `${title} ${release}`);
      yield {
        place: versions.source.place(first.path),
        problem: `${names.join(' with ')}: ${why}`,
        allowed: `allowed: ${instead}`,
        related: others.map(({ title, path }) => ({ place: versions.source.place(path), note: title })),
      };
    }
  },
};
