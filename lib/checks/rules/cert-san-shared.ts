import { addressText } from '../../net/index.ts';
import type { Path, TenantDraft } from '../../fleet/index.ts';
import type { Rule } from '../rule.ts';

interface Holder {
  readonly tenant: TenantDraft;
  readonly path: Path;
}

export const rule: Rule = {
  id: 'cert-san-shared',
  severity: 'warning',
  summary: 'A name or address stands in the certificate of one tenant only.',
  why: 'It can lead to one control plane only: the clients of the other get "certificate signed by unknown authority" from a stranger.',
  example: `controlPlane: {vip: 10.4.0.110, certSANs: [api.k8s.lab]}
--- # tenants/beta.yaml
controlPlane: {vip: 10.4.0.111, certSANs: [api.k8s.lab]}`,
  remedy: 'remove it from one of the two, or accept the warning with the reason',
  *check({ tenants }) {
    const holders = new Map<string, Holder>(
      tenants.flatMap((tenant) =>
        tenant.vip === undefined
          ? []
          : [[addressText(tenant.vip), { tenant, path: ['controlPlane', 'vip'] }] as const],
      ),
    );
    for (const tenant of tenants) {
      for (const [index, name] of (tenant.file.controlPlane?.certSANs ?? []).entries()) {
        if (name === undefined) continue;
        const path = ['controlPlane', 'certSANs', index];
        const holder = holders.get(name);
        if (holder === undefined) holders.set(name, { tenant, path });
        if (holder === undefined || holder.tenant === tenant) continue;
        yield {
          place: tenant.source.place(path),
          problem: `certSAN ${name} is ${holder.path[1] === 'vip' ? 'the VIP' : 'a certSAN'} of ${holder.tenant.name} too`,
          allowed: 'allowed: names and addresses of this tenant alone',
          related: [{ place: holder.tenant.source.place(holder.path), note: `of ${holder.tenant.name}` }],
        };
      }
    }
  },
};
