import { livingTenants } from '../pairs.ts';
import type { HistoryRule } from '../history-rule.ts';

/**
 * Source: validateTopologyVersionUpdate in internal/webhooks/cluster.go of Cluster API v1.13.5 ("version cannot be increased");
 * Kamaji's webhook, internal/webhook/handlers/tcp_version.go ("unable to upgrade to a minor version in a non-sequential mode").
 */
export const rule: HistoryRule = {
  id: 'version-skip',
  severity: 'error',
  summary: 'The Kubernetes version of a living tenant rises by one minor at a time.',
  why: 'Cluster API and Kamaji both refuse to leave one out.',
  earlier: 'kubernetes: v1.33.5',
  example: 'kubernetes: v1.35.5',
  remedy: 'go through the minors one by one, each in a commit that is rolled out before the next',
  *check(earlier, fleet) {
    for (const { was, is } of livingTenants(earlier, fleet)) {
      if (was.version === undefined || is.version === undefined) continue;
      if (is.version.minor - was.version.minor <= 1) continue;
      yield {
        place: is.source.place(['kubernetes']),
        problem: `${is.version.text} skips a minor after ${was.version.text}, which ${is.name} runs`,
        allowed: `allowed: v1.${String(was.version.minor)} or v1.${String(was.version.minor + 1)}`,
      };
    }
  },
};
