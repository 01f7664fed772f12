import { livingTenants } from '../pairs.ts';
import type { HistoryRule } from '../history-rule.ts';

/** Source: rule of the CRD tenantcontrolplanes.kamaji.clastix.io, spec.networkProfile.clusterDomain: "changing the cluster domain is not supported". */
export const rule: HistoryRule = {
  id: 'domain-changed',
  severity: 'error',
  summary: 'A living tenant keeps its DNS domain.',
  why: 'Cluster API takes the change and Kamaji refuses it: from then on the control plane follows no change at all.',
  earlier: '# no domain: cluster.local',
  example: 'domain: acme.internal',
  remedy: 'take it back; another domain needs a new tenant',
  *check(earlier, fleet) {
    for (const { was, is } of livingTenants(earlier, fleet)) {
      if (was.domain === is.domain) continue;
      yield {
        place: is.source.place(['domain']),
        problem: `domain ${is.domain} takes the place of ${was.domain}, under which ${is.name} runs`,
        allowed: `allowed: ${was.domain}`,
      };
    }
  },
};
