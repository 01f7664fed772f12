import { hasErrors } from '../finding/index.ts';
import { type Datastore, type FleetDraft, isTenant, readFleet } from '../fleet/index.ts';
import { datastorePlan, type Plan, planText, tenantPlan } from '../restore/plan.ts';
import { type Command, type Input, UsageError } from './command.ts';
import { folderOptions, foldersOf } from './folders.ts';
import { tellFindings } from './tell.ts';

/** `kaas restore plan`: the steps of a restore with the fleet's names filled in. */
export const command: Command = {
  verb: 'restore plan',
  summary: 'Print the steps that bring a tenant or a datastore back from a backup',
  positionals: '[TENANT]',
  arity: [0, 1],
  options: {
    ...folderOptions,
    snapshot: {
      type: 'string',
      value: 'FILE',
      description: 'name of the backup, such as 20261130T001700Z.db; `latest` in the store names the newest',
    },
    datastore: { type: 'string', value: 'NAME', description: 'the whole datastore instead of one tenant' },
  },
  examples: [
    'kaas restore plan acme --snapshot 20261130T001700Z.db',
    'kaas restore plan --datastore default --snapshot 20261130T001700Z.db',
  ],
  run(input, io) {
    const snapshot = snapshotOf(input);
    const { fleet, findings } = readFleet(foldersOf(input, io));
    tellFindings(findings, 'text', io);
    if (fleet === undefined || hasErrors(findings)) return 1;
    io.out(planText(planOf(input, fleet, snapshot)));
    return 0;
  },
};

function planOf(input: Input, fleet: FleetDraft, snapshot: string): Plan {
  const [tenant] = input.positionals;
  const datastore = input.text('datastore');
  if ((tenant === undefined) === (datastore === undefined))
    throw new UsageError('give a tenant, or --datastore NAME for a whole datastore');
  return datastore === undefined
    ? planOfTenant(fleet, tenant ?? '', snapshot)
    : planOfDatastore(fleet, datastore, snapshot);
}

function planOfTenant({ tenants }: FleetDraft, name: string, snapshot: string): Plan {
  const tenant = tenants.filter(isTenant).find((one) => one.name === name);
  if (tenant === undefined)
    throw new UsageError(
      `no tenant is called ${name}; allowed: ${tenants.map((one) => one.name).join(', ')}; if it was deleted, bring its file back from Git and wait until its control plane is ready: its keys can be restored then`,
    );
  return tenantPlan(tenant, restorable(tenant.datastore), snapshot);
}

function planOfDatastore({ site, tenants }: FleetDraft, name: string, snapshot: string): Plan {
  const datastore = site.datastores.get(name);
  if (datastore === undefined)
    throw new UsageError(
      `no datastore is called ${name}; allowed: ${[...site.datastores.keys()].join(', ')}`,
    );
  const own = tenants.filter(isTenant).filter((tenant) => tenant.datastore.name === name);
  return datastorePlan(site, restorable(datastore), own, snapshot);
}

function restorable(datastore: Datastore): Datastore {
  const { name, driver, backup } = datastore;
  if (driver !== 'etcd')
    throw new UsageError(
      `datastore ${name} is ${driver}: restore its dumps as docs/backup-and-restore.md says`,
    );
  if (backup === undefined)
    throw new UsageError(
      `datastore ${name} has no backup in platform/site.yaml: there is nothing to restore from`,
    );
  return datastore;
}

function snapshotOf(input: Input): string {
  const snapshot = input.text('snapshot');
  if (snapshot === undefined) throw new UsageError('give --snapshot FILE');
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(snapshot))
    throw new UsageError(
      `--snapshot ${snapshot} is no file name; allowed: a name as it stands below snapshots/`,
    );
  return snapshot;
}
