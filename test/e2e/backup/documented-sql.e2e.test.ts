import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type ApiServer, startApiServer } from '../lab/api-server.ts';
import { ensureBuilt } from '../lab/build.ts';
import { etcd, kubeApiServer, kubectl } from '../lab/components.ts';
import { mapAt, textAt } from '../lab/object.ts';
import { installObjects, installTenant, removeJobsOf, runPage } from './page.ts';
import { kineStore } from './sql/kine.ts';
import { said, type SqlLab, startSqlLab } from './sql/lab.ts';
import { revisionOf, rowsOf } from './sql/server.ts';
import { type Kind, kinds } from './sql/servers.ts';
import { startStandIns } from './stand-ins.ts';
import { createTenantApi, type TenantApi } from './tenant-api.ts';

for (const kind of kinds) {
  const suite = kind.missing === undefined ? describe : describe.skip;
  suite(kind.missing === undefined ? kind.name : `${kind.name} (${kind.missing})`, () => documented(kind));
}

/** The page is run on a kube-apiserver with a kine before it; a second tenant of the server works on all the time. */
function documented(kind: Kind): void {
  let lab: SqlLab;
  let management: ApiServer;
  let objects: readonly unknown[];
  let standIns: ReturnType<typeof startStandIns>;
  let reports: TenantApi;
  let ledger: TenantApi;

  beforeAll(async () => {
    await ensureBuilt([etcd, kubeApiServer, kubectl]);
    lab = await startSqlLab(kind, 'reports');
    management = await startApiServer({ dir: join(lab.dir, 'management') });
    const api = (name: string): Promise<TenantApi> => {
      const tenant = { schema: `kaas_${name}`, password: `${name}-secret` };
      const dir = join(lab.dir, name);
      return createTenantApi(dir, tenant.schema, kineStore(join(dir, 'kine'), lab.server, tenant));
    };
    reports = await api('reports');
    ledger = await api('ledger');
    objects = lab.objects('page');
    await installObjects(management, objects, ['kamaji-system']);
    await installTenant(management, 'reports', reports.kubeconfig);
    standIns = startStandIns({
      client: management.client,
      namespace: 'kamaji-system',
      world: lab.world,
      tenants: { reports },
    });
    ledger.start();
    await reports.ready();
    await ledger.ready();
  }, 600_000);

  afterAll(async () => {
    await standIns.stop();
    await reports.kill();
    await ledger.kill();
    await management.stop();
    await lab.stop();
  });

  test('every pod keeps Pod Security restricted, as a real API server judges it', async () => {
    await management.client.apply({
      apiVersion: 'v1',
      kind: 'ServiceAccount',
      metadata: { name: 'default', namespace: 'kamaji-system' },
    });
    const cronJobs = objects.filter((object) => textAt(object, 'kind') === 'CronJob');
    expect(cronJobs.map((object) => textAt(object, 'metadata.name'))).toEqual([
      'backup-reports',
      'backup-reports-restore',
    ]);
    for (const cronJob of cronJobs) {
      const template = mapAt(cronJob, 'spec.jobTemplate.spec.template');
      const metadata = { name: textAt(cronJob, 'metadata.name'), namespace: 'kamaji-system' };
      const pod = { apiVersion: 'v1', kind: 'Pod', metadata, spec: template['spec'] };
      await management.client.apply(pod, { dryRun: true });
    }
  });

  test('one tenant comes back by the page, and its neighbour works on', async () => {
    // GIVEN a backup of two tenants at work
    await put(reports, 'kept', 'one');
    await put(ledger, 'kept', 'one');
    const snapshot = await backUp();
    // WHEN reports loses an object, changes one and gains one after it
    await put(reports, 'kept', 'two');
    const lost = await put(reports, 'later', 'one');
    await put(ledger, 'later', 'one');
    const neighbour = rowsOf(lab.server, 'kaas_ledger').filter((row) => row.includes('/configmaps/default/'));
    const last = revisionOf(lab.server, 'kaas_reports');
    await run('restore plan reports', snapshot);
    // THEN it has what the backup has, and the neighbour what it had
    expect(await value(reports, 'kept')).toBe('one');
    expect(await value(reports, 'later')).toBeUndefined();
    expect(await value(ledger, 'later')).toBe('one');
    expect(rowsOf(lab.server, 'kaas_ledger').filter((row) => row.includes('/configmaps/default/'))).toEqual(
      neighbour,
    );
    expect(said(job('restore-reports'), 'restore')).toMatch(
      /restored kaas_reports: \d+ rows; revisions go on/,
    );
    // AND it works, with revisions above all that were given out
    expect(await put(reports, 'afterwards', 'one')).toBeGreaterThan(last + 90_000_000);
    // AND who watched before is told to list anew
    const watch = await reports.client.raw({
      method: 'GET',
      path: `/api/v1/namespaces/default/configmaps?watch=1&timeoutSeconds=5&resourceVersion=${lost}`,
    });
    expect(watch).toMatch(/"code":410/);
  }, 900_000);

  test('every tenant of a server that was lost comes back by the page', async () => {
    const snapshot = await backUp();
    await reports.kill();
    lab.server.removeTenant('kaas_reports');
    await removeJobsOf(management, 'kamaji-system');
    await run('restore plan --datastore reports', snapshot);
    expect(await value(reports, 'kept')).toBe('one');
    expect(await value(reports, 'afterwards')).toBe('one');
    await put(reports, 'at last', 'one');
    expect(said(job('after-restore-reports'), 'ship')).toMatch(/kaas_ledger[^]*kaas_reports/);
  }, 900_000);

  const run = (start: string, snapshot: string): Promise<void> =>
    runPage({ management, dir: join(lab.dir, 'shell'), start, snapshot, explain: () => standIns.outcomes });

  const job = (name: string): Awaited<ReturnType<SqlLab['backUp']>> => {
    const outcome = standIns.outcomes[name];
    if (outcome === undefined) throw new Error(`no job ${name}`);
    return outcome;
  };

  /** The scheduled backup; the name of what it stored, which its job tells. */
  async function backUp(): Promise<string> {
    const outcome = await lab.backUp(objects);
    expect(outcome).toMatchObject({ succeeded: true });
    return /^(\S+\.db): \d+ bytes/m.exec(said(outcome, 'ship'))?.[1] ?? '';
  }
}

/** Writes a ConfigMap; its resource version. */
async function put({ client }: TenantApi, key: string, text: string): Promise<number> {
  const metadata = { name: key.replaceAll(' ', '-'), namespace: 'default' };
  await client.apply({ apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { text } });
  return Number(textAt(await client.get(item(metadata.name)), 'metadata.resourceVersion'));
}

async function value({ client }: TenantApi, key: string): Promise<string | undefined> {
  const found = await client.get(item(key));
  return found && textAt(found, 'data.text');
}

const item = (name: string) => ({ apiVersion: 'v1', kind: 'ConfigMap', namespace: 'default', name });
