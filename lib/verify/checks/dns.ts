import { addressText } from '../../net/index.ts';
import { dnsServiceIPOf } from '../../fleet/index.ts';
import { type Api, ApiError, type Live, nameOf, textAt } from '../api.ts';
import { type Answer, bad, good, isReady, skipped, type TenantView } from '../tenant-view.ts';

const folder = '/api/v1/namespaces/kube-system';
const selector = `labelSelector=${encodeURIComponent('k8s-app=kaas-dns')}`;

/** The pods of the tenant's DNS, one on each Node. */
export const dnsPods = (workload: Api): Promise<readonly Live[]> =>
  workload.list(`${folder}/pods?${selector}`);

/** DNS has its address, a pod on every Node, and each says that it is ready. */
export async function dnsCheck({ tenant, workload }: TenantView): Promise<Answer> {
  if (workload === undefined) return skipped('dns', 'the API server cannot be reached');
  const wanted = addressText(dnsServiceIPOf(tenant));
  const [service, pods, nodes] = await Promise.all([
    workload.get(`${folder}/services/kaas-dns`),
    dnsPods(workload),
    workload.list('/api/v1/nodes'),
  ]);
  const ready = pods.filter(isReady);
  const faults = [
    ...(textAt(service, 'spec.clusterIP') === wanted
      ? []
      : [
          {
            problem: `the Service kaas-dns ${service === undefined ? 'is not there' : `has the address ${textAt(service, 'spec.clusterIP')}`}`,
            wanted,
            look: `kubectl -n tenant-${tenant.name} describe clusterresourceset kaas-dns`,
            path: ['services'],
          },
        ]),
    ...(ready.length >= nodes.length
      ? []
      : [
          {
            problem: `DNS runs on ${String(ready.length)} of ${String(nodes.length)} Nodes`,
            wanted: 'all of them',
            look: 'kubectl -n kube-system describe pods -l k8s-app=kaas-dns, in the tenant',
          },
        ]),
  ];
  if (faults.length > 0) return bad('dns', tenant, faults);
  if (nodes.length === 0) return skipped('dns', 'no Node, so nobody answers and nobody asks');
  return good('dns', `${String(ready.length)} pods behind ${wanted}`);
}

/** Logs come through Konnectivity: the only way from the control plane to a kubelet. */
export async function logsCheck({ tenant, workload }: TenantView): Promise<Answer> {
  if (workload === undefined) return skipped('logs', 'the API server cannot be reached');
  const [pod] = (await dnsPods(workload)).filter(isReady);
  if (pod === undefined) return skipped('logs', 'no pod to read from');
  try {
    await workload.text(`${folder}/pods/${nameOf(pod)}/log?tailLines=1`);
    return good('logs', `read from ${nameOf(pod)}`);
  } catch (error) {
    return bad('logs', tenant, [
      {
        problem: `the log of ${nameOf(pod)} cannot be read: ${reason(error)}`,
        wanted: 'a log through Konnectivity',
        look: 'kubectl -n kube-system logs -l k8s-app=konnectivity-agent, in the tenant; port 8132 of the VIP must be open to the Nodes',
      },
    ]);
  }
}

/**
 * Pods are reached across Nodes. Each pod of DNS is asked through the API server, whose way leads over a Konnectivity
 * agent on any Node and from there by the pod network: every pod, several times, so that both ends differ.
 */
export async function networkCheck({ tenant, workload }: TenantView): Promise<Answer> {
  if (workload === undefined) return skipped('network', 'the API server cannot be reached');
  const pods = (await dnsPods(workload)).filter(isReady);
  if (pods.length === 0) return skipped('network', 'no pod to ask');
  const unreached: string[] = [];
  for (const pod of pods)
    for (let time = 0; time < Math.min(pods.length, 3); time++)
      try {
        await workload.text(`${folder}/pods/${nameOf(pod)}:8181/proxy/ready`);
      } catch (error) {
        unreached.push(`${nameOf(pod)} on ${textAt(pod, 'spec.nodeName')} (${reason(error)})`);
        break;
      }
  if (unreached.length === 0)
    return pods.length === 1
      ? skipped('network', 'one Node only: there is no way between Nodes to try')
      : good('network', `${String(pods.length)} pods answer across Nodes`);
  return bad('network', tenant, [
    {
      problem: `not reached over the pod network: ${unreached.join(', ')}`,
      wanted: 'an answer from a pod on every Node',
      look: `the network plugin (cni: ${tenant.cni}): kubectl -n tenant-${tenant.name} describe helmchartproxy network; VXLAN needs UDP 8472 or 4789 between the Nodes, and room for it in the MTU`,
      path: ['cni'],
    },
  ]);
}

function reason(error: unknown): string {
  if (error instanceof ApiError) return `${String(error.status)} ${error.message}`;
  return error instanceof Error ? error.message : String(error);
}
