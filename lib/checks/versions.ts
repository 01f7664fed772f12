import type { Path, Source, TenantDraft, Version } from '../fleet/index.ts';

/** A version that machines of a tenant run, where it was written. */
export interface WrittenVersion {
  readonly version: Version;
  readonly source: Source;
  readonly path: Path;
}

/** The version of a tenant, and those that single pools are held on. */
export function versionsOf({ version, source, pools }: TenantDraft): WrittenVersion[] {
  const held = pools.flatMap(({ name, heldVersion }) =>
    heldVersion === undefined ? [] : [{ version: heldVersion, source, path: ['pools', name, 'kubernetes'] }],
  );
  return version === undefined ? held : [{ version, source, path: ['kubernetes'] }, ...held];
}
