import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { at, textAt } from '../lab/object.ts';
import { pause, until } from '../lab/wait.ts';
import { runJob, startJob } from './job.ts';
import { startManagement, type Management } from './management.ts';
import { createTenant, type TenantUnderTest } from './tenant.ts';

let management: Management;
beforeAll(async () => {
  management = await startManagement();
}, 1_200_000);
afterAll(() => management.stop());

const kinds = ['ServiceAccount', 'RoleBinding', 'NetworkPolicy', 'Deployment'];
const annotation = (name: string) => ['metadata', 'annotations', `autoscaler.kaas.lab/${name}`];

async function ownedByItsCluster(tenant: TenantUnderTest) {
  const uid = textAt(await tenant.cluster(), 'metadata.uid');
  expect(await tenant.objects()).toEqual(kinds.map((kind) => [kind, uid]));
}

/** The audit log of the API server has no write of the job's next run. */
async function expectQuiet() {
  const since = management.api.audit().length;
  const { code } = await runJob(management);
  expect(management.writes(since)).toEqual([]);
  expect(
    management.api
      .audit()
      .slice(since)
      .filter(({ userAgent }) => userAgent === 'kaas-autoscaler'),
  ).toHaveLength(6);
  return code;
}

describe('against a real API server, the job', () => {
  test('makes the four objects of a new tenant, and the next run writes nothing', async () => {
    const tenant = await createTenant(management.api, 'acme');
    const { code, log, errors } = await runJob(management);
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    expect(log.map(({ message, kind }) => kind ?? message)).toEqual([...kinds, 'run finished']);
    await ownedByItsCluster(tenant);
    expect(await expectQuiet()).toBe(0);
  });

  test('stays quiet while the Deployment has status and pods', async () => {
    const tenant = await createTenant(management.api, 'status');
    await runJob(management);
    await until(
      'the Deployment to be seen to',
      async () => at(await tenant.deployment(), 'status.observedGeneration') === 1,
    );
    expect(await expectQuiet()).toBe(0);
  });

  test('follows a changed option, then its removal', async () => {
    const tenant = await createTenant(management.api, 'change');
    await runJob(management);
    await tenant.set({ annotations: { 'autoscaler.kaas.lab/scale-down-unneeded-time': '3m' } });
    await runJob(management);
    expect(JSON.stringify(await tenant.deployment())).toContain('--scale-down-unneeded-time=3m');
    await expectQuiet();
    await tenant.set({ annotations: {} });
    await runJob(management);
    expect(JSON.stringify(await tenant.deployment())).toContain('--scale-down-unneeded-time=10m');
    await expectQuiet();
  });

  test('pauses with the Cluster and wakes with it', async () => {
    const tenant = await createTenant(management.api, 'paused');
    await runJob(management);
    await tenant.set({ paused: true });
    await runJob(management);
    expect(at(await tenant.deployment(), 'spec.replicas')).toBe(0);
    expect(await tenant.deployment()).toHaveProperty(annotation('held'), 'the Cluster is paused');
    await expectQuiet();
    await tenant.set({});
    await runJob(management);
    expect(at(await tenant.deployment(), 'spec.replicas')).toBe(1);
    expect(await tenant.deployment()).not.toHaveProperty(annotation('held'));
    await expectQuiet();
  });

  test('upgrades with the control plane; an unknown minor keeps what runs and ends with 1', async () => {
    const tenant = await createTenant(management.api, 'upgrade', { version: 'v1.34.8' });
    await runJob(management);
    expect(JSON.stringify(await tenant.deployment())).toContain('cluster-autoscaler:v1.34.5');
    await tenant.set({ version: 'v1.35.5' });
    await runJob(management);
    expect(JSON.stringify(await tenant.deployment())).toContain('cluster-autoscaler:v1.35.2');
    await tenant.set({ version: 'v1.36.1' });
    const { code, log } = await runJob(management);
    expect(code).toBe(1);
    expect(log).toContainEqual(expect.objectContaining({ code: 'unknown-minor', cluster: 'upgrade' }));
    expect(JSON.stringify(await tenant.deployment())).toContain('cluster-autoscaler:v1.35.2');
    expect(await expectQuiet()).toBe(1);
    await tenant.set({ version: 'v1.35.5' });
    await runJob(management);
    expect(await expectQuiet()).toBe(0);
  });

  test('restarts the pod once when the kubeconfig is written anew', async () => {
    const tenant = await createTenant(management.api, 'rotate');
    await runJob(management);
    const before = at(await tenant.deployment(), 'metadata.generation');
    await tenant.set({ checksum: 'decaf' });
    await runJob(management);
    const deployment = await tenant.deployment();
    expect(deployment).toHaveProperty(['spec', 'template', ...annotation('kubeconfig-checksum')], 'decaf');
    expect(at(deployment, 'metadata.generation')).toBe(Number(before) + 1);
    await expectQuiet();
  });

  test('removes the objects when the label is taken off', async () => {
    const tenant = await createTenant(management.api, 'unlabelled');
    await runJob(management);
    await tenant.set({ labels: {} });
    const { log } = await runJob(management);
    expect(log.filter(({ message }) => message === 'deleted').map(({ kind }) => kind)).toEqual(
      [...kinds].reverse(),
    );
    expect(await tenant.objects()).toEqual([]);
    await expectQuiet();
  });

  test('removes the Deployment as soon as the Cluster is being deleted, long before it is gone', async () => {
    const finalizers = ['cluster.cluster.x-k8s.io'];
    const tenant = await createTenant(management.api, 'deleted', { finalizers });
    await runJob(management);
    await tenant.deleteCluster();
    expect(textAt(await tenant.cluster(), 'metadata.deletionTimestamp')).not.toBe('');
    await runJob(management);
    expect(await tenant.objects()).toEqual([]);
    expect(await tenant.cluster()).toBeDefined();
    await expectQuiet();
    await management.api.client.patch(
      {
        apiVersion: 'cluster.x-k8s.io/v1beta2',
        kind: 'Cluster',
        name: tenant.name,
        namespace: tenant.namespace,
      },
      { type: 'merge', value: { metadata: { finalizers: null } } },
    );
    await until('the Cluster to be gone', async () => (await tenant.cluster()) === undefined);
    await expectQuiet();
  });

  test('gives a Cluster deleted and made again between two runs objects of its own', async () => {
    const tenant = await createTenant(management.api, 'again');
    await runJob(management);
    await tenant.deleteCluster();
    await tenant.set({});
    const { code } = await runJob(management);
    expect(code).toBe(0);
    await ownedByItsCluster(tenant);
    await pause(5_000); // the garbage collector must find nothing to take
    await ownedByItsCluster(tenant);
    await expectQuiet();
  });

  test('leaves a foreign object of the name alone, makes nothing beside it and ends with 1', async () => {
    const { client } = management.api;
    const tenant = await createTenant(management.api, 'foreign', { labels: {} });
    const stranger = {
      apiVersion: 'v1',
      kind: 'ServiceAccount',
      metadata: { name: 'cluster-autoscaler', namespace: tenant.namespace },
    };
    const before = await client.create(stranger);
    await tenant.set({});
    const { code, log } = await runJob(management);
    expect(code).toBe(1);
    expect(log).toContainEqual(expect.objectContaining({ code: 'foreign-object', cluster: 'foreign' }));
    const after = await client.get({ ...stranger, name: 'cluster-autoscaler', namespace: tenant.namespace });
    expect(after?.metadata.resourceVersion).toBe(before.metadata.resourceVersion);
    expect(await tenant.objects()).toEqual([['ServiceAccount', '']]);
    // WHEN the stranger goes, the next run makes everything
    await client.remove({ ...stranger, name: 'cluster-autoscaler', namespace: tenant.namespace });
    await runJob(management);
    await ownedByItsCluster(tenant);
    expect(await expectQuiet()).toBe(0);
  });

  test('undoes a change by hand', async () => {
    const tenant = await createTenant(management.api, 'edited');
    await runJob(management);
    const reference = {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      name: 'cluster-autoscaler',
      namespace: tenant.namespace,
    };
    await management.api.client.patch(reference, { type: 'merge', value: { spec: { replicas: 3 } } });
    await management.api.client.remove({
      ...reference,
      apiVersion: 'networking.k8s.io/v1',
      kind: 'NetworkPolicy',
    });
    const { log } = await runJob(management);
    expect(log.map(({ message, kind }) => kind ?? message)).toEqual([
      'NetworkPolicy',
      'Deployment',
      'run finished',
    ]);
    expect(at(await tenant.deployment(), 'spec.replicas')).toBe(1);
    await ownedByItsCluster(tenant);
    await expectQuiet();
  });

  test('runs three at once without harm', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `many-${index}`);
    const tenants = await Promise.all(names.map((name) => createTenant(management.api, name)));
    const results = await Promise.all([1, 2, 3].map(() => runJob(management)));
    expect(results.map(({ code }) => code)).toEqual([0, 0, 0]);
    for (const tenant of tenants) await ownedByItsCluster(tenant);
    expect(await expectQuiet()).toBe(0);
    await Promise.all(tenants.map((tenant) => tenant.set({ labels: {} })));
    const removed = await Promise.all([1, 2, 3].map(() => runJob(management)));
    expect(removed.map(({ code }) => code)).toEqual([0, 0, 0]);
    for (const tenant of tenants) expect(await tenant.objects()).toEqual([]);
    await expectQuiet();
  });

  test('ends right when the API server is restarted in the middle', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `restart-${index}`);
    const tenants = await Promise.all(names.map((name) => createTenant(management.api, name)));
    const job = await startJob(management, ['--interval', '2s']);
    await until(
      'the first writes',
      () => management.writes().some(({ path }) => path.includes('/tenant-restart-')),
      { every: 20 },
    );
    await management.restartApiServer();
    await until('every tenant to have its objects', async () => {
      const present = await Promise.all(tenants.map((tenant) => tenant.objects()));
      return present.every((objects) => objects.length === kinds.length);
    });
    for (const tenant of tenants) await ownedByItsCluster(tenant);
    job.stop();
    const { code, log } = await job.result;
    expect(code).toBe(0);
    expect(log.at(-1)).toMatchObject({ message: 'stopped' });
    expect(await expectQuiet()).toBe(0);
  });
});
