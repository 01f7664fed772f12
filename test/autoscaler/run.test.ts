import { describe, expect, test } from '@jest/globals';
import { at } from '../../lib/autoscaler/json.ts';
import { KINDS } from '../../lib/autoscaler/kube-object.ts';
import type { ApiRequest, Transport } from '../../lib/autoscaler/transport.ts';
import { direct, run } from './harness.ts';
import { clusterObject, controlPlaneObject } from './sample.ts';
import type { ControlPlaneWish, Wish } from './sample.ts';
import { createStandIn } from './stand-in.ts';
import type { StandIn } from './stand-in.ts';

const namespace = 'tenant-acme';
const plurals = KINDS.map(({ plural }) => plural);

function site(wish: Wish = {}, controlPlaneWish: ControlPlaneWish = {}): StandIn {
  const api = createStandIn();
  api.put('clusters', clusterObject(wish));
  api.put('tenantcontrolplanes', controlPlaneObject(controlPlaneWish));
  return api;
}

const object = (api: StandIn, plural: string) => api.get(plural, namespace, 'cluster-autoscaler');
const replicas = (api: StandIn) => at(object(api, 'deployments'), 'spec', 'replicas');
const present = (api: StandIn) => plurals.filter((plural) => object(api, plural) !== undefined);

/** The next run has nothing to write. */
async function expectSettled(api: StandIn): Promise<void> {
  const { writes, summary } = await run(direct(api));
  expect(writes).toEqual([]);
  expect(summary).toMatchObject({ created: 0, updated: 0, deleted: 0 });
}

describe('a run', () => {
  test('makes the four objects, logs each, sums up, and the next one writes nothing', async () => {
    const api = site();
    const { summary, log, writes } = await run(direct(api));
    expect(present(api)).toEqual(plurals);
    expect(writes).toHaveLength(4);
    expect(summary).toMatchObject({
      clusters: 1,
      created: 4,
      failures: 0,
      problems: 0,
      held: 0,
      requests: 10,
    });
    expect(log.map(({ message, kind }) => kind ?? message)).toEqual([
      'ServiceAccount',
      'RoleBinding',
      'NetworkPolicy',
      'Deployment',
      'run finished',
    ]);
    await expectSettled(api);
  });

  test('pauses and wakes with the Cluster, with the reason on the Deployment', async () => {
    const api = site();
    await run(direct(api));
    api.put('clusters', clusterObject({ paused: true }));
    const { log } = await run(direct(api));
    expect(replicas(api)).toBe(0);
    expect(log[0]).toMatchObject({ message: 'updated', kind: 'Deployment', held: 'the Cluster is paused' });
    await expectSettled(api);
    api.put('clusters', clusterObject());
    await run(direct(api));
    expect(replicas(api)).toBe(1);
    expect(at(object(api, 'deployments'), 'metadata', 'annotations')).not.toHaveProperty([
      'autoscaler.kaas.lab/held',
    ]);
    await expectSettled(api);
  });

  test('upgrades the image with the control plane, and restarts on a new kubeconfig', async () => {
    const api = site({}, { version: 'v1.34.8' });
    await run(direct(api));
    const uid = object(api, 'deployments')?.metadata.uid;
    api.put('tenantcontrolplanes', controlPlaneObject({ version: 'v1.35.5', checksum: 'new' }));
    await run(direct(api));
    const text = JSON.stringify(object(api, 'deployments'));
    expect(text).toContain('cluster-autoscaler:v1.35.2');
    expect(text).toContain('"autoscaler.kaas.lab/kubeconfig-checksum":"new"');
    expect(object(api, 'deployments')?.metadata.uid).toBe(uid);
    await expectSettled(api);
  });

  test.each([
    ['its label is taken off', (api: StandIn) => api.put('clusters', clusterObject({ labels: {} }))],
    ['it is being deleted', (api: StandIn) => api.put('clusters', clusterObject({ deleting: true }))],
    ['it is gone', (api: StandIn) => api.drop('clusters', namespace, 'acme')],
  ])('removes all four from a Cluster when %s', async (_, change) => {
    const api = site();
    await run(direct(api));
    change(api);
    const { summary } = await run(direct(api));
    expect(present(api)).toEqual([]);
    expect(summary).toMatchObject({ deleted: 4, failures: 0 });
    await expectSettled(api);
  });

  test('gives a Cluster that was deleted and made again between two runs objects of its own', async () => {
    const api = site();
    await run(direct(api));
    const before = object(api, 'deployments')?.metadata.uid;
    api.drop('clusters', namespace, 'acme');
    const again = api.put('clusters', clusterObject());
    await run(direct(api));
    for (const plural of plurals)
      expect(at(object(api, plural), 'metadata', 'ownerReferences')).toMatchObject([
        { uid: again.metadata.uid },
      ]);
    expect(object(api, 'deployments')?.metadata.uid).not.toBe(before);
    await expectSettled(api);
  });

  test('undoes what somebody changed by hand', async () => {
    const api = site();
    await run(direct(api));
    const deployment = object(api, 'deployments');
    if (deployment === undefined) throw new Error('it was made');
    api.put('deployments', { ...deployment, spec: { ...(deployment['spec'] as object), replicas: 5 } });
    api.drop('rolebindings', namespace, 'cluster-autoscaler');
    const { summary } = await run(direct(api));
    expect(summary).toMatchObject({ created: 1, updated: 1 });
    expect(replicas(api)).toBe(1);
    expect(present(api)).toEqual(plurals);
    await expectSettled(api);
  });

  test('leaves a stranger alone, makes nothing beside it, and reports', async () => {
    const api = site();
    const stranger = api.put('serviceaccounts', { metadata: { name: 'cluster-autoscaler', namespace } });
    const { writes, summary, log } = await run(direct(api));
    expect(writes).toEqual([]);
    expect(object(api, 'serviceaccounts')).toBe(stranger);
    expect(summary).toMatchObject({ problems: 1, failures: 0 });
    expect(log[0]).toMatchObject({ level: 'warn', code: 'foreign-object', namespace, cluster: 'acme' });
  });

  test('never touches the cluster-autoscaler of the management cluster itself', async () => {
    const api = site();
    const own = KINDS.map(({ plural }) =>
      api.put(plural, { metadata: { name: 'cluster-autoscaler', namespace: 'kube-system' } }),
    );
    const { summary } = await run(direct(api));
    expect(summary).toMatchObject({ created: 4, problems: 0 });
    expect(plurals.map((plural) => api.get(plural, 'kube-system', 'cluster-autoscaler'))).toEqual(own);
  });

  test('asks for no Secret and no Namespace, and lists only by name or label', async () => {
    const api = site();
    const paths: string[] = [];
    await run((request) => {
      paths.push(`${request.method} ${decodeURIComponent(request.path)}`);
      return direct(api)(request);
    });
    expect(paths.filter((path) => path.startsWith('GET')).sort()).toEqual([
      'GET /api/v1/serviceaccounts?fieldSelector=metadata.name=cluster-autoscaler&limit=200',
      'GET /apis/apps/v1/deployments?fieldSelector=metadata.name=cluster-autoscaler&limit=200',
      'GET /apis/cluster.x-k8s.io/v1beta2/clusters?labelSelector=kaas.lab/autoscaling=enabled&limit=200',
      'GET /apis/kamaji.clastix.io/v1alpha1/tenantcontrolplanes?limit=200',
      'GET /apis/networking.k8s.io/v1/networkpolicies?fieldSelector=metadata.name=cluster-autoscaler&limit=200',
      'GET /apis/rbac.authorization.k8s.io/v1/rolebindings?fieldSelector=metadata.name=cluster-autoscaler&limit=200',
    ]);
  });

  test('one tenant that fails does not stop the others', async () => {
    const api = createStandIn();
    for (const name of ['a', 'b', 'c']) {
      api.put('clusters', clusterObject({ name }));
      api.put('tenantcontrolplanes', controlPlaneObject({ name }));
    }
    const { summary, log } = await run((request) =>
      request.method === 'PATCH' && request.path.includes('/tenant-b/')
        ? Promise.resolve({ status: 422, retryAfter: undefined, text: '{"message":"spec is invalid"}' })
        : direct(api)(request),
    );
    expect(summary).toMatchObject({ created: 8, failures: 1 });
    expect(api.all('deployments').map(({ metadata }) => metadata.namespace)).toEqual([
      'tenant-a',
      'tenant-c',
    ]);
    expect(log.filter(({ level }) => level === 'error')).toHaveLength(1);
    expect(log).toContainEqual({
      level: 'error',
      message: 'could not apply',
      namespace: 'tenant-b',
      cluster: 'b',
      kind: 'ServiceAccount',
      status: 422,
      reason: '422 spec is invalid',
    });
  });
});

describe('two runs that meet', () => {
  /** Runs `meanwhile` once, just before the first request that matches. */
  function interrupt(
    api: StandIn,
    matches: (request: ApiRequest) => boolean,
    meanwhile: () => Promise<unknown>,
  ) {
    let done = false;
    const transport: Transport = async (request) => {
      if (!done && matches(request)) {
        done = true;
        await meanwhile();
      }
      return api.handle(request);
    };
    return transport;
  }
  const firstWrite = ({ method }: ApiRequest) => method !== 'GET';

  test('at creating end with one set of objects and no error', async () => {
    const api = site();
    const { summary } = await run(interrupt(api, firstWrite, () => run(direct(api))));
    expect(summary).toMatchObject({ failures: 0, problems: 0 });
    expect(present(api)).toEqual(plurals);
    await expectSettled(api);
  });

  test('at replacing the objects of a Cluster made again do not delete the new ones', async () => {
    const api = site();
    await run(direct(api));
    api.drop('clusters', namespace, 'acme');
    api.put('clusters', clusterObject());
    const uids: unknown[] = [];
    const { summary } = await run(
      interrupt(api, firstWrite, async () => {
        await run(direct(api));
        uids.push(...plurals.map((plural) => object(api, plural)?.metadata.uid));
      }),
    );
    expect(summary).toMatchObject({ failures: 0, deleted: 0 });
    expect(plurals.map((plural) => object(api, plural)?.metadata.uid)).toEqual(uids);
    await expectSettled(api);
  });

  test('a Cluster made while the first run lists keeps what the second run made for it', async () => {
    const api = createStandIn();
    const listsClusters = ({ path }: ApiRequest) => path.includes('/clusters?');
    // GIVEN objects that appear after the first run has listed objects, and a Cluster after its list of Clusters
    let listed = false;
    const { writes } = await run(async (request) => {
      const answer = api.handle(request);
      if (listsClusters(request) && !listed) {
        listed = true;
        api.put('clusters', clusterObject());
        api.put('tenantcontrolplanes', controlPlaneObject());
        await run(direct(api));
      }
      return answer;
    });
    expect(writes).toEqual([]);
    expect(present(api)).toEqual(plurals);
  });

  test('a stranger that takes the name between list and apply is left alone', async () => {
    const api = site();
    const { summary, log } = await run(
      interrupt(api, firstWrite, () =>
        Promise.resolve(api.put('serviceaccounts', { metadata: { name: 'cluster-autoscaler', namespace } })),
      ),
    );
    expect(object(api, 'serviceaccounts')?.metadata).not.toHaveProperty('ownerReferences');
    expect(present(api)).toEqual(['serviceaccounts']);
    expect(summary.failures).toBe(1);
    expect(log[0]).toMatchObject({
      kind: 'ServiceAccount',
      reason: "an object that is not this job's has taken the name",
    });
  });

  test('an object that changes its owner between list and delete is left alone', async () => {
    const api = site();
    await run(direct(api));
    api.drop('clusters', namespace, 'acme');
    const { summary } = await run(
      interrupt(api, firstWrite, () => {
        const deployment = object(api, 'deployments');
        if (deployment !== undefined)
          api.put('deployments', { ...deployment, metadata: { ...deployment.metadata, labels: {} } });
        return Promise.resolve();
      }),
    );
    expect(summary).toMatchObject({ deleted: 3, failures: 0 });
    expect(present(api)).toEqual(['deployments']);
  });

  test('a status update between list and write only costs another look', async () => {
    const api = site();
    await run(direct(api));
    api.put('clusters', clusterObject({ paused: true }));
    const touch = () => {
      const deployment = object(api, 'deployments');
      if (deployment !== undefined) api.put('deployments', { ...deployment, status: { replicas: 1 } });
      return Promise.resolve();
    };
    const { summary } = await run(interrupt(api, firstWrite, touch));
    expect(summary).toMatchObject({ updated: 1, failures: 0 });
    expect(replicas(api)).toBe(0);
  });

  test('an object that changes under every write is given up, not fought over', async () => {
    const api = site();
    const { summary, writes } = await run((request) => {
      if (request.method === 'PATCH' && request.path.includes('/deployments/'))
        api.put('deployments', clusterOf('deployments'));
      return direct(api)(request);
    });
    expect(summary.failures).toBe(1);
    expect(writes.filter((write) => write.includes('/deployments/')).length).toBeLessThanOrEqual(5);
  });

  function clusterOf(plural: string) {
    return {
      metadata: {
        name: 'cluster-autoscaler',
        namespace,
        labels: { 'app.kubernetes.io/managed-by': 'kaas-autoscaler', plural },
      },
    };
  }
});
