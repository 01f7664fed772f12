import { compareVersions } from '../../../fleet/index.ts';
import { heldPoolsOf } from '../../held-pools.ts';
import { livingTenants } from '../pairs.ts';
import type { HistoryRule } from '../history-rule.ts';

/** Source: validateTopologyMachineDeploymentVersions in internal/webhooks/cluster.go of Cluster API v1.13.5. */
export const rule: HistoryRule = {
  id: 'version-held',
  severity: 'error',
  summary: 'A tenant is upgraded again only when all its pools have followed the last upgrade.',
  why: 'Cluster API refuses the Cluster: "there are still MachineDeployments completing a previous upgrade". An engine then applies no change of this tenant any more.',
  earlier: 'kubernetes: v1.35.4\npools: {general: {size: small, nodes: 1, kubernetes: v1.34.4}}',
  example: 'kubernetes: v1.35.5\npools: {general: {size: small, nodes: 1, kubernetes: v1.34.4}}',
  remedy: 'let the pool follow first (remove its kubernetes), and upgrade in a later commit',
  *check(earlier, fleet) {
    for (const { was, is } of livingTenants(earlier, fleet)) {
      if (is.version === undefined || was.version === undefined || is.version.text === was.version.text)
        continue;
      for (const { pool, version, held } of heldPoolsOf(was)) {
        if (compareVersions(held, version) >= 0) continue;
        yield {
          place: is.source.place(['kubernetes']),
          problem: `${is.name} cannot go from ${version.text} to ${is.version.text} while its pool ${pool.name} is held on ${held.text}`,
          allowed: `allowed: ${version.text}`,
        };
      }
    }
  },
};
