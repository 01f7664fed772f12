import { cidrText } from '../../../net/index.ts';
import { changedValues } from '../changed-value.ts';
import type { HistoryRule } from '../history-rule.ts';

/**
 * Source: no webhook refuses it (validateCIDRBlocks in internal/webhooks/cluster.go of Cluster API v1.13.5 looks at the form only),
 * Kamaji hands it to the controller manager (buildControllerManager in internal/builders/controlplane/deployment.go),
 * and the podCIDR of a Node cannot change (ValidateNodeUpdate in pkg/apis/core/validation of Kubernetes v1.35).
 */
export const rule: HistoryRule = {
  id: 'pods-changed',
  severity: 'error',
  summary: 'A living tenant keeps the addresses of its pods.',
  why: 'Nothing refuses the change, and nothing carries it out: the nodes keep the networks they have, the network plugin routes others, and pods lose each other.',
  earlier: 'pods: 10.200.0.0/16',
  example: 'pods: 10.201.0.0/16',
  remedy: 'take it back; for a new default, give the tenants that live the old value in their own files',
  *check(earlier, fleet) {
    const value = {
      path: ['pods'],
      sitePath: ['defaults', 'pods'],
      text: ({ pods }: (typeof fleet.tenants)[number]) => pods && cidrText(pods),
    };
    for (const { place, who, was, is } of changedValues(earlier, fleet, value))
      yield {
        place,
        problem: `pods ${is} takes the place of ${was}, on which ${who} runs`,
        allowed: `allowed: ${was}`,
      };
  },
};
