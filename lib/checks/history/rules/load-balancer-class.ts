import { listed } from '../../text.ts';
import { livingTenants } from '../pairs.ts';
import type { HistoryRule } from '../history-rule.ts';

/** Source: rules of the CRD tenantcontrolplanes.kamaji.clastix.io: "LoadBalancerClass cannot be set or unset at runtime", "LoadBalancerClass is immutable". */
export const rule: HistoryRule = {
  id: 'load-balancer-class',
  severity: 'error',
  summary: 'The load balancer class stays what it is while tenants live.',
  why: 'Kamaji refuses to add, change or remove it, and the control planes that ask for it follow no change at all any more.',
  earlier: '--- # platform/site.yaml\nvips: {network: mgmt, addresses: 10.4.0.100-10.4.0.199}',
  example:
    '--- # platform/site.yaml\nvips: {network: mgmt, addresses: 10.4.0.100-10.4.0.199, loadBalancerClass: metallb}',
  remedy: 'take it back',
  *check(earlier, fleet) {
    const was = earlier.site.loadBalancerClass ?? 'none';
    const is = fleet.site.loadBalancerClass ?? 'none';
    const living = livingTenants(earlier, fleet).map((pair) => pair.is.name);
    if (was === is || living.length === 0) return;
    yield {
      place: fleet.site.source.place(['vips', 'loadBalancerClass']),
      problem: `load balancer class ${is} takes the place of ${was}, with which ${listed(living)} runs`,
      allowed: `allowed: ${was}`,
    };
  },
};
