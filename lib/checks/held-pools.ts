import type { PoolDraft, TenantDraft, Version } from '../fleet/index.ts';

/** A pool that has a version of its own. */
export interface HeldPool {
  readonly tenant: TenantDraft;
  readonly pool: PoolDraft;
  readonly version: Version;
  readonly held: Version;
}

/** The pools of a tenant that have a version of their own. */
export function heldPoolsOf(tenant: TenantDraft): HeldPool[] {
  const { version } = tenant;
  return tenant.pools.flatMap((pool) =>
    version === undefined || pool.heldVersion === undefined
      ? []
      : [{ tenant, pool, version, held: pool.heldVersion }],
  );
}
