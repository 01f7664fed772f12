import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type ApiServer, startApiServer } from '../lab/api-server.ts';
import { ensureBuilt } from '../lab/build.ts';
import { etcd, kubeApiServer, kubectl } from '../lab/components.ts';
import { type KubeObject, mapAt, textAt } from '../lab/object.ts';
import { freePort } from '../lab/ports.ts';
import { type Bucket, startBucket } from './bucket.ts';
import { contents, writes } from './contents.ts';
import { configMapsOf, emittedObjects, jobOf } from './emitted.ts';
import { createEtcdCluster, type EtcdCluster, loseVolume } from './etcd-cluster.ts';
import { runJob } from './job.ts';
import { applyPatiently, installObjects, installTenant, removeJobsOf, runPage } from './page.ts';
import { outputOf, type World } from './pod.ts';
import { etcdctl, etcdutl, rclone } from './programs.ts';
import { startStandIns } from './stand-ins.ts';
import { addTenantUser, createTenantApi, etcdStore, type TenantApi } from './tenant-api.ts';

/** Tenants of the sample fleet on the datastore `default`. */
const names = ['acme', 'build', 'workshop'] as const;
const dir = mkdtempSync(join(tmpdir(), 'kaas-documented-'));

let management: ApiServer;
let cluster: EtcdCluster;
let bucket: Bucket;
let world: World;
let objects: readonly unknown[];
let standIns: ReturnType<typeof startStandIns>;
const tenants: Record<string, TenantApi> = {};

beforeAll(async () => {
  await ensureBuilt([etcd, etcdctl, etcdutl, rclone, kubeApiServer, kubectl]);
  cluster = await createEtcdCluster({ dir: join(dir, 'etcd'), members: 3 });
  await cluster.start();
  cluster.enableAuth();
  bucket = await startBucket(dir);
  management = await startApiServer({ dir: join(dir, 'management') });
  objects = emittedObjects(
    `{to: {s3: {endpoint: "${bucket.url}", bucket: kaas-backup, secret: backup-s3}}, encryptionSecret: backup-key, drill: {schedule: "43 3 * * *"}, defragment: "7 4 * * 0"}`,
    3,
  );
  const [client, peer] = [await freePort(), await freePort()];
  world = {
    dir: join(dir, 'pods'),
    secrets: {
      'backup-s3': bucket.secret,
      'backup-key': { password: 'correct horse battery staple' },
      'etcd-default-client-certs': {
        'ca.crt': cluster.authority.certificate,
        'tls.crt': cluster.root.certificate,
        'tls.key': cluster.root.key,
      },
    },
    configMaps: configMapsOf(objects),
    claims: Object.fromEntries(cluster.members.map(({ name, volume }) => [`data-${name}`, volume])),
    names: {
      ...cluster.names,
      '127.0.0.1:2379': `127.0.0.1:${client}`,
      '127.0.0.1:2380': `127.0.0.1:${peer}`,
    },
  };
  for (const name of names) {
    addTenantUser(cluster, `kaas_${name}`);
    const store = await etcdStore(join(dir, name), cluster, `kaas_${name}`);
    tenants[name] = await createTenantApi(join(dir, name), `kaas_${name}`, store);
  }
  await installFleet();
  standIns = startStandIns({ client: management.client, namespace: 'kamaji-etcd', cluster, world, tenants });
  for (const name of names) await tenant(name).ready();
}, 600_000);

afterAll(async () => {
  await standIns.stop();
  await Promise.all(Object.values(tenants).map((api) => api.kill()));
  await management.stop();
  await bucket.stop();
  await cluster.kill();
  rmSync(dir, { recursive: true, force: true });
});

describe('the emitted objects', () => {
  test('every pod keeps Pod Security restricted, as a real API server judges it', async () => {
    await management.client.apply({
      apiVersion: 'v1',
      kind: 'ServiceAccount',
      metadata: { name: 'default', namespace: 'kamaji-etcd' },
    });
    const cronJobs = objects.filter((object) => textAt(object, 'kind') === 'CronJob');
    expect(cronJobs).toHaveLength(7);
    for (const cronJob of cronJobs) {
      const template = mapAt(cronJob, 'spec.jobTemplate.spec.template');
      const metadata = { name: textAt(cronJob, 'metadata.name'), namespace: 'kamaji-etcd' };
      const pod = { apiVersion: 'v1', kind: 'Pod', metadata, spec: template['spec'] };
      await management.client.apply(pod, { dryRun: true });
    }
  });
});

describe('docs/backup-and-restore.md, run step by step', () => {
  test('one tenant comes back, and no other is touched', async () => {
    // GIVEN a backup of three tenants at work
    for (const name of names) await put(name, 'kept', 'one');
    const snapshot = await backUp();
    const wanted = await lasting('kaas_acme');
    // WHEN acme loses an object, changes one and gains one after it
    await put('acme', 'kept', 'two');
    await put('acme', 'later', 'one');
    await tenant('acme').client.remove(item('kube-system', 'extension-apiserver-authentication'));
    const others = {
      build: await writes(cluster, '/kaas_build/configmaps/'),
      workshop: await writes(cluster, '/kaas_workshop/configmaps/'),
    };
    await runSection('restore plan acme', snapshot);
    // THEN its keys are those of the backup, byte for byte, and those of the others were not even rewritten
    expect(await value('acme', 'kept')).toBe('one');
    expect(await value('acme', 'later')).toBeUndefined();
    expect(await lasting('kaas_acme')).toMatchObject(wanted);
    expect(await writes(cluster, '/kaas_build/configmaps/')).toEqual(others.build);
    expect(await writes(cluster, '/kaas_workshop/configmaps/')).toEqual(others.workshop);
    expect(outputOf(standIns.outcomes['restore-acme']?.attempts[0], 'program')).toMatch(
      /restored \/kaas_acme\/: \d+ added, \d+ replaced, \d+ removed; equal to the snapshot/,
    );
    // AND it works
    await put('acme', 'afterwards', 'one');
    expect(await value('acme', 'afterwards')).toBe('one');
  }, 900_000);

  test('a tenant that was deleted and made again comes back under its name', async () => {
    // GIVEN a backup with acme in it, and acme deleted as Kamaji deletes it: role, keys, user
    const snapshot = await backUp();
    await tenant('acme').kill();
    cluster.ctl(['role', 'delete', 'kaas_acme']);
    cluster.ctl(['del', '--prefix', '/kaas_acme/']);
    cluster.ctl(['user', 'delete', 'kaas_acme']);
    // WHEN it is made again, empty, and the procedure is run
    addTenantUser(cluster, 'kaas_acme');
    tenant('acme').start();
    await tenant('acme').ready();
    expect(await value('acme', 'kept')).toBeUndefined();
    await removeJobs();
    await runSection('restore plan acme', snapshot);
    // THEN its objects are there
    expect(await value('acme', 'kept')).toBe('one');
    expect(await value('acme', 'afterwards')).toBe('one');
  }, 900_000);

  test('while the API server still runs, the restore refuses and changes nothing', async () => {
    const job = jobOf(objects, 'backup-default-restore');
    const text = JSON.stringify(job).replaceAll(
      '{"name":"SCHEMA","value":""}',
      '{"name":"SCHEMA","value":"kaas_build"}',
    );
    const before = await writes(cluster, '/kaas_build/configmaps/');
    const outcome = await runJob(JSON.parse(text) as typeof job, world);
    expect(outcome.succeeded).toBe(false);
    expect(outputOf(outcome.attempts[0], 'program')).toContain(
      'somebody wrote below /kaas_build/ in the last 25 s',
    );
    expect(await writes(cluster, '/kaas_build/configmaps/')).toEqual(before);
  }, 300_000);

  test('the whole store comes back on empty volumes', async () => {
    // GIVEN a backup, something written after it, and every volume lost
    const snapshot = await backUp();
    const wanted = await contents(cluster, '/kaas_build/configmaps/');
    await put('build', 'later', 'lost');
    await cluster.kill();
    cluster.members.forEach(loseVolume);
    cluster.members.forEach(({ volume }) => mkdirSync(volume, { recursive: true }));
    // WHEN the procedure is run
    await removeJobs();
    await runSection('restore plan --datastore default', snapshot);
    // THEN every tenant has what the backup has
    expect(await contents(cluster, '/kaas_build/configmaps/')).toEqual(wanted);
    for (const name of names) expect(await value(name, 'kept')).toBe('one');
    expect(await value('build', 'later')).toBeUndefined();
    // AND the newest backup passes the drill
    const drill = await runJob(jobOf(objects, 'backup-default-drill'), world);
    expect(outputOf(drill.attempts.at(-1), 'program')).toContain('every tenant would come back');
  }, 1_200_000);
});

/** What the page's commands act on: jobs, StatefulSet, Application, and each tenant's objects. */
async function installFleet(): Promise<void> {
  await installObjects(management, objects, ['kamaji-etcd', 'argocd']);
  await management.client.apply(statefulSet);
  await applyPatiently(management, application);
  for (const name of names) await installTenant(management, name, tenant(name).kubeconfig);
}

/** Runs a section of the page. */
const runSection = (start: string, snapshot: string): Promise<void> =>
  runPage({ management, dir: join(dir, 'shell'), start, snapshot, explain: () => standIns.outcomes });

const removeJobs = (): Promise<void> => removeJobsOf(management, 'kamaji-etcd');

const pods = {
  metadata: { labels: { app: 'etcd' } },
  spec: { containers: [{ name: 'etcd', image: 'etcd' }] },
};
const statefulSet: KubeObject = {
  apiVersion: 'apps/v1',
  kind: 'StatefulSet',
  metadata: { name: 'etcd-default', namespace: 'kamaji-etcd' },
  spec: {
    replicas: 3,
    serviceName: 'etcd-default',
    selector: { matchLabels: { app: 'etcd' } },
    template: pods,
  },
};
const application: KubeObject = {
  apiVersion: 'argoproj.io/v1alpha1',
  kind: 'Application',
  metadata: { name: 'platform-etcd-default', namespace: 'argocd' },
  spec: { project: 'platform', destination: {}, source: { repoURL: 'https://git.k8s.lab/kaas.git' } },
};

/** The scheduled backup; the name of what it stored. */
async function backUp(): Promise<string> {
  const outcome = await runJob(jobOf(objects, 'backup-default'), world);
  expect(outcome).toMatchObject({ succeeded: true });
  // As the page says: the job names what it stored.
  return /^(\S+\.db): \d+ bytes/m.exec(outputOf(outcome.attempts.at(-1), 'ship'))?.[1] ?? '';
}

function tenant(name: string): TenantApi {
  const found = tenants[name];
  if (found === undefined) throw new Error(`no tenant ${name}`);
  return found;
}

const item = (namespace: string, name: string) => ({ apiVersion: 'v1', kind: 'ConfigMap', namespace, name });

async function put(name: string, key: string, text: string): Promise<void> {
  const metadata = { name: key, namespace: 'default' };
  await tenant(name).client.apply({ apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { text } });
}

async function value(name: string, key: string): Promise<string | undefined> {
  const found = await tenant(name).client.get(item('default', key));
  return found && textAt(found, 'data.text');
}

/** The tenant's keys that no running API server rewrites by itself. */
async function lasting(schema: string): Promise<Record<string, string>> {
  const all = await contents(cluster, `/${schema}/`);
  return Object.fromEntries(
    Object.entries(all).filter(
      ([key]) =>
        !/\/(events|masterleases|leases|ranges)\/|\/priorityandfairness|\/flowschemas\/|\/prioritylevelconfigurations\//.test(
          key,
        ),
    ),
  );
}
