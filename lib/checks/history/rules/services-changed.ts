import { cidrText } from '../../../net/index.ts';
import { changedValues } from '../changed-value.ts';
import type { HistoryRule } from '../history-rule.ts';

/**
 * Source: no webhook refuses it (validateCIDRBlocks in internal/webhooks/cluster.go of Cluster API v1.13.5 looks at the form only),
 * Kamaji hands it to the API server (buildKubeAPIServerCommand in internal/builders/controlplane/deployment.go),
 * and a Service keeps its clusterIP while it lives (ValidateServiceUpdate in pkg/apis/core/validation of Kubernetes v1.35).
 */
export const rule: HistoryRule = {
  id: 'services-changed',
  severity: 'error',
  summary: 'A living tenant keeps the addresses of its Services.',
  why: 'Nothing refuses the change, and nothing carries it out: Services keep their addresses outside of the new range, and the kubelets ask a DNS address that no Service has.',
  earlier: 'services: 10.100.0.0/16',
  example: 'services: 10.101.0.0/16',
  remedy: 'take it back; for a new default, give the tenants that live the old value in their own files',
  *check(earlier, fleet) {
    const value = {
      path: ['services'],
      sitePath: ['defaults', 'services'],
      text: ({ services }: (typeof fleet.tenants)[number]) => services && cidrText(services),
    };
    for (const { place, who, was, is } of changedValues(earlier, fleet, value))
      yield {
        place,
        problem: `services ${is} takes the place of ${was}, on which ${who} runs`,
        allowed: `allowed: ${was}`,
      };
  },
};
