import type { Rule } from '../rule.ts';

/** Source: kubernetes/autoscaler, cluster-autoscaler/README.md: the minor of the autoscaler is that of the cluster. */
export const rule: Rule = {
  id: 'version-autoscaler',
  severity: 'error',
  summary: 'There is a cluster-autoscaler of the minor of every tenant that has a pool with bounds.',
  why: 'The job adds none of another minor, which would simulate another scheduler: the pools would stay as they are.',
  example: `kubernetes: v1.33.9
--- # platform/site.yaml
images: [v1.33.9, v1.35.5]`,
  remedy: 'pin an image for the minor, or take a minor that has one',
  *check({ versions, tenants }) {
    if (versions === undefined) return;
    for (const { version, pools, source } of tenants) {
      const minor = `1.${String(version?.minor)}`;
      if (version === undefined || !pools.some(({ autoscaled }) => autoscaled === true)) continue;
      if (versions.autoscaler[minor] !== undefined) continue;
      yield {
        place: source.place(['kubernetes']),
        problem: `there is no cluster-autoscaler image for ${version.text}, and a pool has bounds`,
        allowed: `allowed: ${Object.keys(versions.autoscaler)
          .sort()
          .map((known) => `v${known}`)
          .join(', ')}`,
        related: [{ place: versions.source.place(['autoscaler']), note: 'the pinned images' }],
      };
    }
  },
};
