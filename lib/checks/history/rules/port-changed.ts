import { livingTenants } from '../pairs.ts';
import type { HistoryRule } from '../history-rule.ts';

/** Source: checkGenericCluster in controllers/kamajicontrolplane_controller_cluster_patch.go of the Kamaji provider v0.20.0; Cluster API itself would let it pass. */
export const rule: HistoryRule = {
  id: 'port-changed',
  severity: 'error',
  summary: 'A living tenant keeps the port of its API server.',
  why: "The kubelets and everybody's kubeconfig know the old port, and the provider refuses to move the endpoint of a ProxmoxCluster that has one.",
  earlier: 'controlPlane: {vip: 10.4.0.110}',
  example: 'controlPlane: {vip: 10.4.0.110, port: 8443}',
  remedy: 'take it back; another port needs a new tenant',
  *check(earlier, fleet) {
    for (const { was, is } of livingTenants(earlier, fleet)) {
      if (was.port === is.port) continue;
      yield {
        place: is.source.place(['controlPlane', 'port']),
        problem: `port ${String(is.port)} takes the place of ${String(was.port)}, by which ${is.name} is reached`,
        allowed: `allowed: ${String(was.port)}`,
      };
    }
  },
};
