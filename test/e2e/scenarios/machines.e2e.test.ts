import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ensureBuilt, optionalBinary } from '../lab/build.ts';
import { runAutoscalerJob, startClusterAutoscaler } from '../lab/cluster-autoscaler.ts';
import { kubectl, optionalComponents } from '../lab/components.ts';
import type { KubeClient } from '../lab/client.ts';
import { flannel } from '../lab/machines/flannel.ts';
import { machinesRefused } from '../lab/machines/wanted.ts';
import { condition, textAt } from '../lab/object.ts';
import type { Program } from '../lab/program.ts';
import { kinds } from '../lab/stand-in/kinds.ts';
import { until } from '../lab/wait.ts';
import { type Bench, startBench } from './lab.ts';
import { untilGone } from './leftovers.ts';
import type { TenantView } from './look.ts';
import { podInTier, podOn, webService } from './pods.ts';
import { tenantText } from './tenants.ts';
import { kubectlOf, tenantClient } from './workload.ts';

const given = optionalBinary(optionalComponents.clusterAutoscaler) !== undefined;
const withAutoscaler = given ? test : test.skip;

/* Real kubelets, which join by kubeadm what the real Kamaji runs, over a real CNI. */
(machinesRefused() === undefined ? describe : describe.skip)('machines that run kubelets', () => {
  let bench: Bench;
  let tenant: TenantView;
  let workload: KubeClient;
  let nodes: readonly string[];
  let autoscaler: Program | undefined;
  let run: (...words: readonly string[]) => Promise<string>;

  beforeAll(async () => {
    await ensureBuilt([kubectl]);
    bench = await startBench({ machines: true });
    tenant = bench.tenant('real');
    const pools = [
      'general: {size: small, nodes: 2}',
      'nightly: {size: small, nodes: {min: 0, max: 1}, labels: {tier: nightly}}',
    ];
    const text = tenantText({ number: 1, kubernetes: 'v1.35.5', pools, addresses: 6 });
    const more = 'cni: flannel\nautoscaler: {unneededTime: 20s}\n';
    bench.fleet.write('real', text.replace('replicas: 1', 'replicas: 2') + more);
    await bench.deliver();
    workload = await tenantClient(bench.lab, 'real');
    run = await kubectlOf(bench.lab, 'real');
  });
  afterAll(async () => {
    await autoscaler?.stop();
    await bench.stop();
  });

  test('kubeadm joins each VM to the control plane that runs as pods, through its VIP', async () => {
    nodes = await until('two Nodes', () => joined(workload), { seconds: 400, every: 2000 }, tenant.explain);
    for (const node of await workload.list(kinds.node)) {
      expect(textAt(node, 'spec.providerID')).toMatch(/^proxmox:\/\/[0-9a-f-]{36}$/);
      expect(textAt(node, 'status.nodeInfo.kubeletVersion')).toBe('v1.35.5');
      expect(textAt(node, 'status.nodeInfo.containerRuntimeVersion')).toMatch(/^containerd:/);
    }
    expect(bench.lab.workers.failures).toEqual([]);
  });

  test('without a CNI no Node is ready; with flannel all are, and the Cluster is available', async () => {
    const [node] = await workload.list(kinds.node);
    expect(condition(node, 'Ready')?.message).toContain('cni');
    for (const object of flannel('10.244.0.0/16')) await workload.apply(object);
    await tenant.ready(300);
  });

  test("the tenants' DNS and the Konnectivity agents run on every Node", async () => {
    for (const app of ['k8s-app=kaas-dns', 'k8s-app=konnectivity-agent', 'k8s-app=kube-proxy']) {
      const running = async (): Promise<boolean> => {
        const pods = await workload.list(kinds.pod, { namespace: 'kube-system', labels: app });
        return pods.length === 2 && pods.every((pod) => condition(pod, 'Ready')?.status === 'True');
      };
      await until(`${app} to be ready`, running, { seconds: 200 }, () =>
        run('get', 'pods', '-A', '-o', 'wide'),
      );
    }
  });

  test('a pod reaches one on the other Node by address, by Service and by name', async () => {
    const [first = '', second = ''] = nodes;
    for (const object of [podOn(first, 'near'), podOn(second, 'far'), webService('far')]) {
      await workload.apply(object);
    }
    await until(
      'both pods',
      () => podsReady(workload, ['near', 'far']),
      { seconds: 120 },
      () => run('describe', 'pods'),
    );
    const far = await workload.get({ ...kinds.pod, name: 'far', namespace: 'default' });
    const fetched = (host: string): Promise<string> =>
      run('exec', 'near', '--', 'curl', '-sSm', '20', `http://${host}:8080/name`);
    expect((await fetched(textAt(far, 'status.podIP'))).trim()).toBe('far');
    expect((await fetched('far.default.svc.cluster.local')).trim()).toBe('far');
  });

  test('kubectl logs and kubectl exec reach a pod through Konnectivity', async () => {
    expect(await run('logs', 'near')).toContain('near serves');
    expect((await run('exec', 'near', '--', 'cat', '/tmp/name')).trim()).toBe('near');
  });

  withAutoscaler(
    'the autoscaler starts a machine for a pod that waits, and ends it when the pod is gone',
    async () => {
      const annotations = { 'autoscaler.kaas.lab/scale-down-delay-after-add': '10s' };
      const cluster = { ...kinds.cluster, name: 'real', namespace: 'tenant-real' };
      await bench.lab.client.patch(cluster, { type: 'merge', value: { metadata: { annotations } } });
      await runAutoscalerJob(bench.lab);
      autoscaler = await startClusterAutoscaler(bench.lab, 'real');
      const said = (): string => autoscaler?.tail(30) ?? '';
      await workload.apply(podInTier('nightly', 'waits'));
      await until(
        'the pod to run',
        () => podsReady(workload, ['waits']),
        { seconds: 400, every: 2000 },
        said,
      );
      expect(tenant.vms('nightly').length).toBe(1);
      await workload.remove({ ...kinds.pod, name: 'waits', namespace: 'default' });
      await until('no VM', () => tenant.vms('nightly').length === 0, { seconds: 300, every: 2000 }, said);
      const gone = async (): Promise<boolean> => (await workload.list(kinds.node)).length === nodes.length;
      await until('its Node to go', gone, { seconds: 60 }, said);
    },
  );

  test('deleting the Cluster ends the machines, the control plane pods and the VIP', async () => {
    const cluster = await tenant.cluster();
    if (cluster === undefined) throw new Error('no Cluster');
    await bench.lab.client.remove({ ...kinds.cluster, name: 'real', namespace: 'tenant-real' });
    await untilGone(bench, 'real');
    expect(bench.lab.programs().filter(({ name }) => name.startsWith('real-'))).toEqual([]);
    expect(tenant.vms()).toEqual([]);
  });
});

async function joined(workload: KubeClient): Promise<readonly string[] | undefined> {
  const names = (await workload.list(kinds.node)).map(({ metadata }) => metadata.name);
  return names.length === 2 ? names : undefined;
}

async function podsReady(workload: KubeClient, names: readonly string[]): Promise<boolean> {
  const pods = await workload.list(kinds.pod, { namespace: 'default' });
  const ready = pods.filter((pod) => condition(pod, 'Ready')?.status === 'True');
  return names.every((name) => ready.some(({ metadata }) => metadata.name === name));
}
