import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { optionalBinary } from '../lab/build.ts';
import { connect, type KubeClient } from '../lab/client.ts';
import { runAutoscalerJob, startClusterAutoscaler } from '../lab/cluster-autoscaler.ts';
import { optionalComponents } from '../lab/components.ts';
import { endpointOf } from '../lab/kubeconfig.ts';
import { numberAt, referenceTo, textAt } from '../lab/object.ts';
import type { Program } from '../lab/program.ts';
import { kinds } from '../lab/stand-in/kinds.ts';
import { pause, until } from '../lab/wait.ts';
import { type Bench, startBench } from './lab.ts';
import type { TenantView } from './look.ts';
import { tenantText } from './tenants.ts';

const given = optionalBinary(optionalComponents.clusterAutoscaler) !== undefined;

(given ? describe : describe.skip)('the real cluster-autoscaler, as the job deploys it', () => {
  let bench: Bench;
  let tenant: TenantView;
  let autoscaler: Program | undefined;
  let workload: KubeClient;

  beforeAll(async () => {
    bench = await startBench();
    tenant = bench.tenant('auto');
    const pools = ['nightly: {size: small, nodes: {min: 0, max: 2}}'];
    bench.fleet.write('auto', `${tenantText({ number: 1, pools })}autoscaler: {unneededTime: 20s}\n`);
    await bench.deliver();
    await tenant.ready(400);
    const cluster = await tenant.cluster();
    if (cluster === undefined) throw new Error('no Cluster');
    const annotations = { 'autoscaler.kaas.lab/scale-down-delay-after-add': '10s' };
    await bench.lab.client.patch(referenceTo(cluster), {
      type: 'merge',
      value: { metadata: { annotations } },
    });
    await runAutoscalerJob(bench.lab);
    autoscaler = await startClusterAutoscaler(bench.lab, 'auto');
    const secret = await bench.lab.client.get({
      ...kinds.secret,
      name: 'auto-kubeconfig',
      namespace: 'tenant-auto',
    });
    workload = connect(endpointOf(Buffer.from(textAt(secret, 'data.value'), 'base64').toString('utf8')));
  });
  afterAll(async () => {
    await autoscaler?.stop();
    await bench.stop();
  });

  test('0 -> 1 for a pod that waits', async () => {
    await makeWaitingPod(workload);
    const scaled = async (): Promise<boolean> =>
      numberAt(await tenant.machineDeployment('nightly'), 'spec.replicas') === 1;
    await until('one replica', scaled, { seconds: 180 }, () => autoscaler?.tail(30) ?? '');
    await tenant.ready(400);
    expect(tenant.vms('nightly').length).toBe(1);
  });

  test('1 -> 0 when the pod is gone, and idle at 0 without flapping', async () => {
    await workload.remove({ ...kinds.pod, name: 'waits', namespace: 'default' });
    const empty = async (): Promise<boolean> =>
      numberAt(await tenant.machineDeployment('nightly'), 'spec.replicas') === 0;
    await until('no replica', empty, { seconds: 300 }, () => autoscaler?.tail(30) ?? '');
    await until('no VM', () => tenant.vms('nightly').length === 0, { seconds: 120 }, tenant.explain);
    const { generation } = (await tenant.machineDeployment('nightly')).metadata;
    await pause(60_000);
    expect((await tenant.machineDeployment('nightly')).metadata.generation).toBe(generation);
    expect(autoscaler?.running()).toBe(true);
  });
});

/** A pod that no scheduler can place: what a scheduler would say of it is written by hand, since none runs. */
async function makeWaitingPod(workload: KubeClient): Promise<void> {
  const account = {
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata: { name: 'default', namespace: 'default' },
  };
  await workload.apply(account);
  const pod = await workload.create({
    ...kinds.pod,
    metadata: {
      name: 'waits',
      namespace: 'default',
      annotations: { 'cluster-autoscaler.kubernetes.io/safe-to-evict': 'true' },
    },
    spec: {
      nodeSelector: { 'kubernetes.io/os': 'linux' },
      containers: [
        { name: 'sleep', image: 'pause', resources: { requests: { cpu: '500m', memory: '256Mi' } } },
      ],
    },
  });
  const now = new Date().toISOString();
  const unschedulable = {
    type: 'PodScheduled',
    status: 'False',
    reason: 'Unschedulable',
    lastTransitionTime: now,
  };
  const value = { status: { conditions: [unschedulable] } };
  await workload.patch(referenceTo(pod), { type: 'merge', value }, 'status');
}
