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
    const { fleet, findings } = readFleet(foldersOf(input, io));
    tellFindings(findings, 'text', io);
    if (fleet === undefined || hasErrors(findings)) return 1;
    const plan = planOf(input, fleet);
    if (isProblems(plan)) throw new UsageError(...plan);
    io.out(planText(plan));
    return 0;
  },
};

/** What keeps a plan from being made, all of it. */
type Problems = readonly string[];
const isProblems = (value: object): value is Problems => Array.isArray(value);

/** What is restored: it makes its plan when the snapshot is known. */
interface Restored {
  plan(snapshot: string): Plan;
}

function planOf(input: Input, fleet: FleetDraft): Plan | Problems {
  const snapshot = input.text('snapshot');
  const restored = restoredOf(input, fleet);
  const problems = [
    ...(isProblems(restored) ? restored : []),
    ...(snapshot === undefined ? [noSnapshot] : snapshotProblems(snapshot)),
  ];
  return isProblems(restored) || snapshot === undefined || problems.length > 0
    ? problems
    : restored.plan(snapshot);
}

const noSnapshot =
  'restore plan needs --snapshot FILE; allowed: the name of a backup, such as 20261130T001700Z.db; `latest` in the store names the newest';

function snapshotProblems(snapshot: string): Problems {
  if (/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(snapshot)) return [];
  return [
    `--snapshot ${JSON.stringify(snapshot)} is no file name; allowed: a name as it stands below snapshots/; leave out its folder`,
  ];
}

function restoredOf(input: Input, fleet: FleetDraft): Restored | Problems {
  const [tenant] = input.positionals;
  const datastore = input.text('datastore');
  if (tenant !== undefined && datastore !== undefined)
    return [
      'restore plan takes a TENANT or --datastore, not both; allowed: one of them; leave out the other',
    ];
  if (tenant !== undefined) return ofTenant(fleet, tenant);
  if (datastore !== undefined) return ofDatastore(fleet, datastore);
  return [
    `restore plan needs a TENANT, or --datastore NAME for a whole datastore; allowed: ${named(fleet.tenants)}; or ${[...fleet.site.datastores.keys()].join(', ')}`,
  ];
}

const named = (tenants: FleetDraft['tenants']): string =>
  tenants.length === 0 ? 'no tenant, since there is none' : tenants.map(({ name }) => name).join(', ');

function ofTenant({ tenants }: FleetDraft, name: string): Restored | Problems {
  const tenant = tenants.filter(isTenant).find((one) => one.name === name);
  if (tenant === undefined)
    return [
      `no tenant is called ${name}; allowed: ${named(tenants)}; if it was deleted, bring its file back from Git and wait until its control plane is ready: its keys can be restored then`,
    ];
  const problems = datastoreProblems(tenant.datastore);
  return problems.length > 0
    ? problems
    : { plan: (snapshot) => tenantPlan(tenant, tenant.datastore, snapshot) };
}

function ofDatastore({ site, tenants }: FleetDraft, name: string): Restored | Problems {
  const datastore = site.datastores.get(name);
  if (datastore === undefined)
    return [
      `no datastore is called ${name}; allowed: ${[...site.datastores.keys()].join(', ')}; name one of them`,
    ];
  const own = tenants.filter(isTenant).filter((tenant) => tenant.datastore.name === name);
  const problems = datastoreProblems(datastore);
  return problems.length > 0
    ? problems
    : { plan: (snapshot) => datastorePlan(site, datastore, own, snapshot) };
}

function datastoreProblems({ name, driver, backup }: Datastore): Problems {
  if (driver === 'NATS')
    return [
      `datastore ${name} is NATS, which the platform does not back up; allowed: a datastore of another driver; restore it by the means that saved it`,
    ];
  if (backup === undefined)
    return [
      `datastore ${name} has no backup: the platform has never saved it; allowed: a datastore with backup; set datastores.${name}.backup in platform/site.yaml (docs/backup-and-restore.md), and restore from what its jobs then save`,
    ];
  return [];
}
