import { addressText } from '../../../net/index.ts';
import { livingTenants } from '../pairs.ts';
import type { HistoryRule } from '../history-rule.ts';

/** Source: seen on Kamaji 26.8.2-edge with MetalLB v0.16.1; ShouldStatusBeUpdated in internal/resources/k8s_service_resource.go. */
export const rule: HistoryRule = {
  id: 'vip-changed',
  severity: 'error',
  summary: 'A living tenant keeps its VIP.',
  why: 'MetalLB moves the address at once, but Kamaji goes on telling the old one: no kubeconfig and no kubelet reaches the API server any more, and taking the change back does not mend it.',
  earlier: 'controlPlane: {vip: 10.4.0.110}',
  example: 'controlPlane: {vip: 10.4.0.111}',
  remedy: 'take it back; another VIP needs a new tenant',
  *check(earlier, fleet) {
    for (const { was, is } of livingTenants(earlier, fleet)) {
      if (was.vip === undefined || is.vip === undefined || was.vip === is.vip) continue;
      yield {
        place: is.source.place(['controlPlane', 'vip']),
        problem: `VIP ${addressText(is.vip)} takes the place of ${addressText(was.vip)}, by which ${is.name} is reached`,
        allowed: `allowed: ${addressText(was.vip)}`,
      };
    }
  },
};
