import { compareVersions } from '../../../fleet/index.ts';
import { livingTenants } from '../pairs.ts';
import type { HistoryRule } from '../history-rule.ts';

/** Source: validateTopologyVersionUpdate in internal/webhooks/cluster.go of Cluster API v1.13.5: "version cannot be decreased". */
export const rule: HistoryRule = {
  id: 'version-downgrade',
  severity: 'error',
  summary: 'The Kubernetes version of a living tenant only rises.',
  why: 'Cluster API refuses an older version, and the state of a newer API server is not readable for an older one.',
  earlier: 'kubernetes: v1.35.5',
  example: 'kubernetes: v1.34.4',
  remedy: 'take it back; what went wrong after an upgrade is mended by a newer patch, or from a backup',
  *check(earlier, fleet) {
    for (const { was, is } of livingTenants(earlier, fleet)) {
      if (was.version === undefined || is.version === undefined) continue;
      if (compareVersions(is.version, was.version) >= 0) continue;
      yield {
        place: is.source.place(['kubernetes']),
        problem: `${is.version.text} is older than ${was.version.text}, which ${is.name} runs`,
        allowed: `allowed: ${was.version.text} or newer, up to v1.${String(was.version.minor + 1)}`,
      };
    }
  },
};
