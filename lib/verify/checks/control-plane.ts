import { at, nameOf, textAt } from '../api.ts';
import { type Answer, bad, good, inNamespace, isReady, type TenantView } from '../tenant-view.ts';

/** The control plane's pods run, all of them, and not all on one node. */
export async function controlPlaneCheck({ tenant, management }: TenantView): Promise<Answer> {
  const { name, replicas } = tenant;
  const control = await management.get(
    `${inNamespace(tenant, 'kamaji.clastix.io/v1alpha1', 'tenantcontrolplanes')}/${name}`,
  );
  const status = textAt(control, 'status.kubernetesResources.version.status');
  const selector = encodeURIComponent(`kamaji.clastix.io/name=${name}`);
  const pods = await management.list(`${inNamespace(tenant, 'v1', 'pods')}?labelSelector=${selector}`);
  const ready = pods.filter(isReady);
  const nodes = new Set(ready.map((pod) => textAt(pod, 'spec.nodeName')));
  const waiting = pods
    .filter((pod) => !isReady(pod))
    .map((pod) => `${nameOf(pod)} ${textAt(pod, 'status.phase')}`);
  const faults = [
    ...(status === 'Ready'
      ? []
      : [
          {
            problem: `the TenantControlPlane is ${status === '' ? 'not there' : status}`,
            wanted: 'Ready',
            look: `kubectl -n tenant-${name} describe tenantcontrolplane ${name}`,
          },
        ]),
    ...(ready.length >= replicas
      ? []
      : [
          {
            problem: `${String(ready.length)} of ${String(replicas)} pods of the control plane are ready${waiting.length === 0 ? '' : ` (${waiting.join(', ')})`}`,
            wanted: String(replicas),
            look: `kubectl -n tenant-${name} describe pods -l kamaji.clastix.io/name=${name}`,
            path: ['controlPlane', 'replicas'],
          },
        ]),
    ...(replicas > 1 && ready.length > 1 && nodes.size === 1
      ? [
          {
            problem: `all pods of the control plane are on ${[...nodes].join('')}`,
            wanted: 'different management nodes',
            look: `kubectl -n tenant-${name} get pods -o wide, and whether the other nodes have room`,
            severity: 'warning' as const,
          },
        ]
      : []),
  ];
  if (faults.length > 0) return bad('control-plane', tenant, faults);
  return good(
    'control-plane',
    `${String(ready.length)} pods on ${String(nodes.size)} nodes, ${textAt(at(control, 'status.kubernetesResources.version'), 'version')}`,
  );
}
