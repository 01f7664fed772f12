import { setTimeout as sleep } from 'node:timers/promises';
import { type Api, condition } from './api.ts';
import { type Answer, bad, good, skipped, type TenantView } from './tenant-view.ts';

/** How long the check waits, in milliseconds, and how often it looks. */
export interface Patience {
  readonly upMs: number;
  readonly downMs: number;
  readonly everyMs: number;
}

/** A VM is there in about two minutes; a node goes after the autoscaler's unneeded time of ten. */
export const patience: Patience = { upMs: 15 * 60_000, downMs: 30 * 60_000, everyMs: 10_000 };

const pods = '/api/v1/namespaces/default/pods';
const labels = { 'app.kubernetes.io/name': 'kaas-verify' };

/**
 * Starts one pod more than there are Nodes, each of which wants a Node of its own, waits for the Node that the
 * autoscaler adds, deletes the pods and waits until the Nodes are as many as before. The only check that writes, and
 * only those pods, in the tenant.
 */
export async function scaleCheck(
  view: TenantView,
  image: string,
  { upMs, downMs, everyMs }: Patience = patience,
): Promise<Answer> {
  const { tenant, workload } = view;
  const pool = tenant.pools.find(
    ({ autoscaled, max, min, taints }) => autoscaled && max > min && taints.length === 0,
  );
  if (pool === undefined) return skipped('scale', 'no pool without taints that is autoscaled');
  if (workload === undefined) return skipped('scale', 'the API server cannot be reached');
  const before = await readyNodes(workload);
  const most = tenant.pools.reduce((total, { max }) => total + max, 0);
  if (before >= most) return skipped('scale', `all ${String(most)} Nodes that the pools allow are there`);
  const names = Array.from({ length: before + 1 }, (_, index) => `kaas-verify-${String(index)}`);
  try {
    for (const name of names) await workload.post(pods, waitingPod(name, image));
    if (!(await within(upMs, everyMs, async () => (await readyNodes(workload)) > before)))
      return bad('scale', tenant, [
        {
          problem: `no Node was added within ${minutes(upMs)} for a pod that found none`,
          wanted: `${String(before + 1)} Nodes`,
          look: `kubectl -n tenant-${tenant.name} logs deployment/cluster-autoscaler, and describe the newest Machine`,
          path: ['pools', pool.name],
        },
      ]);
  } finally {
    for (const name of names) await workload.remove(`${pods}/${name}`).catch(() => undefined);
  }
  if (!(await within(downMs, everyMs, async () => (await readyNodes(workload)) <= before)))
    return bad('scale', tenant, [
      {
        problem: `the added Node did not go within ${minutes(downMs)}`,
        wanted: `${String(before)} Nodes`,
        look: 'kubectl -n kube-system get configmap cluster-autoscaler-status -o yaml, in the tenant: it names what keeps a Node',
        path: ['pools', pool.name],
      },
    ]);
  return good('scale', `${String(before)} to ${String(before + 1)} Nodes and back`);
}

function waitingPod(name: string, image: string): object {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, labels },
    spec: {
      restartPolicy: 'Never',
      terminationGracePeriodSeconds: 0,
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, runAsUser: 65532, seccompProfile: { type: 'RuntimeDefault' } },
      containers: [
        {
          name: 'wait',
          image,
          command: ['sleep', '3600'],
          resources: { requests: { cpu: '10m', memory: '16Mi' } },
          securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
        },
      ],
      affinity: {
        podAntiAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: [
            { labelSelector: { matchLabels: labels }, topologyKey: 'kubernetes.io/hostname' },
          ],
        },
      },
    },
  };
}

async function readyNodes(workload: Api): Promise<number> {
  const nodes = await workload.list('/api/v1/nodes');
  return nodes.filter((node) => condition(node, 'Ready')?.status === 'True').length;
}

async function within(limitMs: number, everyMs: number, done: () => Promise<boolean>): Promise<boolean> {
  for (let waited = 0; waited <= limitMs; waited += everyMs) {
    if (await done()) return true;
    await sleep(everyMs);
  }
  return false;
}

function minutes(ms: number): string {
  return `${String(Math.round(ms / 60_000))} minutes`;
}
