import type { Cidr } from '../net/index.ts';
import type { Place } from '../finding/index.ts';
import type { FleetDraft, Path, Source, TenantDraft } from '../fleet/index.ts';

/** The pods and Services of the tenants that share them, where they were written: the site's defaults, or one tenant. */
export interface ClusterCidrs {
  readonly pods: WrittenCidr | undefined;
  readonly services: WrittenCidr | undefined;
}

/** A pod or service CIDR and where it was written. */
export interface WrittenCidr {
  /** `pod CIDR` or `service CIDR`. */
  readonly kind: string;
  readonly cidr: Cidr;
  readonly source: Source;
  readonly path: Path;
}

/** What a tenant's pods and Services have, as far as they can be read. */
export function cidrsOf(site: FleetDraft['site'], tenant: TenantDraft): ClusterCidrs {
  const written = (key: 'pods' | 'services', kind: string): WrittenCidr | undefined => {
    const cidr = tenant[key];
    if (cidr === undefined) return undefined;
    return tenant.file[key] === undefined
      ? { kind, cidr, source: site.source, path: ['defaults', key] }
      : { kind, cidr, source: tenant.source, path: [key] };
  };
  return { pods: written('pods', 'pod CIDR'), services: written('services', 'service CIDR') };
}

/** The site's defaults and, of each tenant that has its own, those: a fault of the defaults is told once. */
export function distinctCidrsOf({ site, tenants }: FleetDraft): ClusterCidrs[] {
  const { pods, services } = site.defaults;
  const defaults: ClusterCidrs = {
    pods: { kind: 'pod CIDR', cidr: pods, source: site.source, path: ['defaults', 'pods'] },
    services: { kind: 'service CIDR', cidr: services, source: site.source, path: ['defaults', 'services'] },
  };
  const own = tenants.filter(({ file }) => file.pods !== undefined || file.services !== undefined);
  return [defaults, ...own.map((tenant) => cidrsOf(site, tenant))];
}

/** Each CIDR that somebody wrote, once. */
export function writtenCidrsOf(fleet: FleetDraft): WrittenCidr[] {
  const all = distinctCidrsOf(fleet).flatMap(({ pods, services }) => [pods ?? [], services ?? []].flat());
  return all.filter(({ source }, index) => source !== fleet.site.source || index < 2);
}

/** Where the CIDR stands. */
export const placeOf = ({ source, path }: WrittenCidr): Place => source.place(path);
