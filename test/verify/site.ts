import { StandIn } from './stand-in.ts';

const ready = { conditions: [{ type: 'Ready', status: 'True' }] };
const shield = {
  'argocd.argoproj.io/sync-options': 'Prune=false,Delete=false',
  'kustomize.toolkit.fluxcd.io/prune': 'disabled',
};

export const paths = {
  cluster: '/apis/cluster.x-k8s.io/v1beta2/namespaces/tenant-acme/clusters/acme',
  control: '/apis/kamaji.clastix.io/v1alpha1/namespaces/tenant-acme/tenantcontrolplanes/acme',
  service: '/api/v1/namespaces/tenant-acme/services/acme',
  pods: '/api/v1/namespaces/tenant-acme/pods',
  autoscaler: '/apis/apps/v1/namespaces/tenant-acme/deployments/cluster-autoscaler',
  clusters: '/apis/cluster.x-k8s.io/v1beta2/clusters',
  workshop: '/apis/cluster.x-k8s.io/v1beta2/namespaces/tenant-workshop/clusters/workshop',
  nodes: '/api/v1/nodes',
  dns: '/api/v1/namespaces/kube-system/services/kaas-dns',
  dnsPods: '/api/v1/namespaces/kube-system/pods',
} as const;

/** A live Cluster. */
export function liveCluster(name: string, shielded = true): Record<string, unknown> {
  return {
    metadata: { name, namespace: `tenant-${name}`, annotations: shielded ? shield : {} },
    spec: { topology: { version: 'v1.35.5' }, controlPlaneEndpoint: { host: '10.4.0.101', port: 6443 } },
    status: {
      conditions: [
        { type: 'Available', status: 'True' },
        { type: 'TopologyReconciled', status: 'True' },
      ],
    },
  };
}

const controlPlanePod = (index: number): Record<string, unknown> => ({
  metadata: { name: `acme-${String(index)}` },
  spec: { nodeName: `mgmt-${String(index)}` },
  status: { phase: 'Running', ...ready },
});

/** The management cluster of the sample site, on which acme lives as its file says. */
export function management(): StandIn {
  return new StandIn()
    .set(paths.cluster, liveCluster('acme'))
    .set(paths.control, {
      status: {
        kubernetesResources: { version: { status: 'Ready', version: 'v1.35.5' } },
        controlPlaneEndpoint: '10.4.0.101:6443',
      },
    })
    .set(paths.service, { status: { loadBalancer: { ingress: [{ ip: '10.4.0.101' }] } } })
    .list(paths.pods, controlPlanePod(1), controlPlanePod(2), controlPlanePod(3))
    .set(paths.autoscaler, { metadata: { annotations: {} }, status: { availableReplicas: 1 } })
    .list(
      paths.clusters,
      liveCluster('acme'),
      liveCluster('build'),
      liveCluster('reports'),
      liveCluster('workshop', false),
    )
    .set(paths.workshop, liveCluster('workshop', false));
}

/** A Node of the tenant. */
export const node = (name: string, status = 'True', message = ''): Record<string, unknown> => ({
  metadata: { name },
  status: { conditions: [{ type: 'Ready', status, message }] },
});

const dnsPod = (name: string): Record<string, unknown> => ({
  metadata: { name: `kaas-dns-${name}` },
  spec: { nodeName: name },
  status: { phase: 'Running', ...ready },
});

/** The tenant's own API server, with two Nodes. */
export function workload(): StandIn {
  const names = ['general-1', 'general-2'];
  const server = new StandIn()
    .set('/readyz', 'ok')
    .list(paths.nodes, ...names.map((name) => node(name)))
    .set(paths.dns, { spec: { clusterIP: '10.96.0.10' } })
    .list(paths.dnsPods, ...names.map(dnsPod));
  for (const name of names)
    server
      .set(`${paths.dnsPods}/kaas-dns-${name}/log`, 'a line')
      .set(`${paths.dnsPods}/kaas-dns-${name}:8181/proxy/ready`, 'OK');
  return server;
}
