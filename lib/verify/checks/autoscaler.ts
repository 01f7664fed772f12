import { at } from '../api.ts';
import { type Answer, bad, good, inNamespace, skipped, type TenantView } from '../tenant-view.ts';

/** A tenant with an autoscaled pool has its autoscaler, and it runs. */
export async function autoscalerCheck({ tenant, management }: TenantView): Promise<Answer> {
  if (!tenant.pools.some(({ autoscaled }) => autoscaled))
    return skipped('autoscaler', 'every pool is of a fixed size');
  const deployment = await management.get(
    `${inNamespace(tenant, 'apps/v1', 'deployments')}/cluster-autoscaler`,
  );
  const reasonHeld = heldReason(deployment) ?? '';
  if (deployment === undefined)
    return bad('autoscaler', tenant, [
      {
        problem: 'there is no autoscaler',
        wanted: 'the Deployment cluster-autoscaler',
        look: 'kubectl -n kaas-system get cronjob kaas-autoscaler, and the log of its last Job',
        path: ['pools'],
      },
    ]);
  if (Number(at(deployment, 'status.availableReplicas') ?? 0) > 0) return good('autoscaler', 'runs');
  return bad('autoscaler', tenant, [
    {
      problem:
        reasonHeld === '' ? 'the autoscaler does not run' : `the autoscaler is held back: ${reasonHeld}`,
      wanted: 'one running pod',
      look: `kubectl -n tenant-${tenant.name} describe deployment cluster-autoscaler`,
      path: ['pools'],
    },
  ]);
}

/** The annotation by which the job says why it has set replicas to 0. */
function heldReason(deployment: unknown): string | undefined {
  const annotations = (at(deployment, 'metadata.annotations') ?? {}) as Readonly<Record<string, unknown>>;
  const value = annotations['autoscaler.kaas.lab/held'];
  return typeof value === 'string' ? value : undefined;
}
