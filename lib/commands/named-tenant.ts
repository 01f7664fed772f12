import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { tenantNameFault } from '../checks/rules/tenant-name.ts';
import {
  type FleetDraft,
  type FleetFolders,
  namespaceOf,
  nearest,
  type TenantDraft,
} from '../fleet/index.ts';
import { type Input, UsageError } from './command.ts';

/** The tenant that was named, as far as its file can be used. */
export const tenantOf = ({ positionals: [name] }: Input, { tenants }: FleetDraft): TenantDraft | undefined =>
  tenants.find((tenant) => tenant.name === name);

/** A file that says nothing usable is not one that is gone: its tenant is not asked about as a removed one. */
export function demandName(input: Input, fleet: FleetDraft, { tenants }: FleetFolders): void {
  const [name] = input.positionals;
  if (name === undefined || tenantOf(input, fleet) !== undefined) return;
  if (existsSync(join(tenants, `${name}.yaml`)))
    throw new UsageError(`tenants/${name}.yaml cannot be read; run kaas check`);
  const fault = tenantNameFault(name);
  if (fault !== undefined) throw new UsageError(`${fault.problem}; ${fault.allowed}; ${meant(name, fleet)}`);
}

/** A name of no file and of nothing in the cluster. */
export const unknownTenant = (name: string, fleet: FleetDraft): UsageError =>
  new UsageError(
    `no tenant ${JSON.stringify(name)}: it has no file, and the cluster has no namespace ${namespaceOf({ name })}; allowed: ${
      fleet.tenants.map((tenant) => tenant.name).join(', ') || 'no tenant, there is none yet'
    }, or one that was removed; ${meant(name, fleet)}`,
  );

function meant(name: string, { tenants }: FleetDraft): string {
  const near = nearest(
    name,
    tenants.map((tenant) => tenant.name),
  );
  return near === undefined ? 'correct the name' : `did you mean ${near}?`;
}
