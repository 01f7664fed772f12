import type { Rule } from '../rule.ts';

const reserved = ['loadBalancerIPs', 'address-pool', 'ip-allocated-from-pool', 'allow-shared-ip'];

/** Source: MetalLB, annotations of Services, under its present and its former domain; metallb#1916. */
export const rule: Rule = {
  id: 'service-annotation',
  severity: 'error',
  summary: 'serviceAnnotations leave the address of the Service to controlPlane.vip.',
  why: 'Two annotations about the address contradict each other, and the Service stays pending; a shared address would hide a VIP that two tenants have.',
  example: 'controlPlane: {vip: 10.4.0.110, serviceAnnotations: {metallb.io/loadBalancerIPs: 10.4.0.111}}',
  remedy: 'remove it; the address is controlPlane.vip',
  *check({ tenants }) {
    for (const { serviceAnnotations, source } of tenants) {
      for (const key of Object.keys(serviceAnnotations)) {
        const [domain = '', name = ''] = key.split('/');
        if (!['metallb.io', 'metallb.universe.tf'].includes(domain) || !reserved.includes(name)) continue;
        yield {
          place: source.keyPlace(['controlPlane', 'serviceAnnotations', key]),
          problem: `annotation ${key} is about the address of the Service`,
          allowed: 'allowed: annotations that leave the address alone',
        };
      }
    }
  },
};
