import { cidrText } from '../../net/index.ts';
import type { TenantDraft } from '../../fleet/index.ts';
import { cidrsOf } from '../cidrs.ts';
import { surgeOf } from '../surge.ts';
import { counted } from '../text.ts';
import type { Rule } from '../rule.ts';

/** Source: the controller manager's --node-cidr-mask-size, 24 for IPv4; Kamaji sets --allocate-node-cidrs. */
export const rule: Rule = {
  id: 'pods-size',
  severity: 'error',
  summary: 'The pods of a tenant have a network of their own for every node.',
  why: 'Each node is given a /24 of them. A node that gets none stays NotReady, "CIDRNotAvailable".',
  example: 'pods: 10.244.0.0/23\npools: {general: {size: small, nodes: {min: 1, max: 4}}}',
  remedy:
    'give the tenant a larger network for its pods, or set node-cidr-mask-size of the controller manager',
  *check({ site, tenants }) {
    for (const tenant of tenants) {
      const { pods } = cidrsOf(site, tenant);
      const nodes = tenant.pools.reduce((sum, pool) => sum + (pool.max ?? 0) + surgeOf(pool), 0);
      const mask = maskOf(tenant);
      if (pods === undefined || 2 ** (mask - pods.cidr.prefix) >= Math.max(nodes, 1)) continue;
      const fitting = mask < pods.cidr.prefix ? 0 : 2 ** (mask - pods.cidr.prefix);
      yield {
        place: tenant.source.place(tenant.file.pods === undefined ? ['pools'] : ['pods']),
        problem: `pod CIDR ${cidrText(pods.cidr)} holds the pods of ${counted(fitting, 'node')}, the pools may have ${String(nodes)}`,
        allowed: `allowed: /${String(mask - Math.ceil(Math.log2(Math.max(nodes, 1))))} or larger`,
      };
    }
  },
};

function maskOf({ controllerManager: { args } }: TenantDraft): number {
  const text = args['node-cidr-mask-size-ipv4'] ?? args['node-cidr-mask-size'] ?? '';
  return /^\d+$/.test(text) ? Number(text) : 24;
}
