import type { DeepPartial, FleetDraft, MachinesFile, Path, Source, TenantDraft } from '../fleet/index.ts';

/** One place where machines are spoken of: the site's defaults, a tenant, or a pool. */
export interface Level {
  readonly source: Source;
  readonly path: Path;
  readonly machines: DeepPartial<MachinesFile>;
  /** Absent for the site's defaults. */
  readonly tenant?: TenantDraft;
}

/** Every place of the fleet where machines are spoken of, so that a fault is told once, where it was written. */
export function* levelsOf({ site, tenants }: FleetDraft): Generator<Level> {
  const { machines } = site.file.defaults;
  if (machines !== undefined) yield { source: site.source, path: ['defaults', 'machines'], machines };
  for (const tenant of tenants) {
    const { source, file } = tenant;
    if (file.machines !== undefined) yield { source, path: ['machines'], machines: file.machines, tenant };
    for (const [name, pool] of Object.entries(file.pools ?? {})) {
      if (pool?.machines !== undefined)
        yield { source, path: ['pools', name, 'machines'], machines: pool.machines, tenant };
    }
  }
}
