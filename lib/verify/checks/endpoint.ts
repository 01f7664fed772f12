import { addressText } from '../../net/index.ts';
import { at, textAt } from '../api.ts';
import { type Answer, bad, good, inNamespace, type TenantView } from '../tenant-view.ts';

/** Everybody agrees that the endpoint is the VIP of the file, and the API server answers there. */
export async function endpointCheck({ tenant, management, workload }: TenantView): Promise<Answer> {
  const { name } = tenant;
  const vip = addressText(tenant.vip);
  const read = (groupVersion: string, plural: string): Promise<unknown> =>
    management.get(`${inNamespace(tenant, groupVersion, plural)}/${name}`);
  const [service, control, cluster] = await Promise.all([
    read('v1', 'services'),
    read('kamaji.clastix.io/v1alpha1', 'tenantcontrolplanes'),
    read('cluster.x-k8s.io/v1beta2', 'clusters'),
  ]);
  const ingress = (at(service, 'status.loadBalancer.ingress') ?? []) as readonly unknown[];
  const seen = {
    'the Service': textAt(ingress[0], 'ip'),
    'the TenantControlPlane': textAt(control, 'status.controlPlaneEndpoint').replace(/:\d+$/, ''),
    'the Cluster': textAt(cluster, 'spec.controlPlaneEndpoint.host'),
  };
  const faults = Object.entries(seen)
    .filter(([, address]) => address !== vip)
    .map(([what, address]) => ({
      problem: `${what} has ${address === '' ? 'no endpoint' : `the endpoint ${address}`}`,
      wanted: vip,
      look:
        what === 'the Service'
          ? `kubectl -n tenant-${name} describe service ${name}: MetalLB says there if the address is taken ("can't change sharing key") or in no pool`
          : 'a VIP that was changed on a living tenant does not heal by itself: put the old one back (docs/what-can-go-wrong.md)',
      path: ['controlPlane', 'vip'],
    }));
  if (workload === undefined)
    faults.push({
      problem: `no API server answers at ${vip}:${String(tenant.port)}`,
      wanted: 'an answer to /readyz',
      look: `whether this machine reaches the VIP network, and kubectl -n tenant-${name} get secret ${name}-kubeconfig`,
      path: ['controlPlane', 'vip'],
    });
  return faults.length > 0
    ? bad('endpoint', tenant, faults)
    : good('endpoint', `${vip}:${String(tenant.port)}`);
}
