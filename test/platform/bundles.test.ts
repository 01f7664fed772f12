import { describe, expect, test } from '@jest/globals';
import { at, ofKind, sampleTree, type TreeFile } from '../gitops/tree.ts';

const edited =
  (...edits: readonly (readonly [string, string])[]) =>
  (text: string): string =>
    edits.reduce((done, [from, to]) => done.replace(from, to), text);
const find = (tree: readonly TreeFile[], kind: string, name: string): TreeFile['object'] | undefined =>
  ofKind(tree, kind).find(({ metadata }) => metadata.name === name);
const values = (tree: readonly TreeFile[], bundle: string): unknown =>
  at(find(tree, 'Application', `platform-${bundle}`), 'spec.source.helm.valuesObject');

describe('VIPs', () => {
  test('are handed out only to a Service that asks for one, and announced on the named interface', () => {
    const tree = sampleTree('argocd');
    expect(at(find(tree, 'IPAddressPool', 'tenants'), 'spec')).toEqual({
      addresses: ['10.4.0.100-10.4.0.199'],
      autoAssign: false,
    });
    expect(at(find(tree, 'L2Advertisement', 'tenants'), 'spec')).toEqual({
      ipAddressPools: ['tenants'],
      interfaces: ['eth0.4'],
    });
    expect(at(values(tree, 'metallb'), 'frrk8s.enabled')).toBe(false);
  });

  test('are announced from control plane nodes too, which carry a label against it', () => {
    expect(at(values(sampleTree('argocd'), 'metallb'), 'speaker.ignoreExcludeLB')).toBe(true);
  });

  const bgp = `bgp: {asn: 64512, peers: {zone-1: {address: 172.23.0.17, nodes: {topology.kubernetes.io/zone: pve-01}, secret: bgp-1}, zone-2: {address: 172.23.0.33, asn: 64513, multihop: true}}}`;
  const tree = sampleTree(
    'argocd',
    edited(['interface: eth0.4', `loadBalancerClass: metallb.io/metallb, ${bgp}`]),
  );

  test('by BGP have a peer for each router, and FRR', () => {
    expect(at(find(tree, 'BGPPeer', 'zone-1'), 'spec')).toEqual({
      myASN: 64512,
      peerASN: 64512,
      peerAddress: '172.23.0.17',
      nodeSelectors: [{ matchLabels: { 'topology.kubernetes.io/zone': 'pve-01' } }],
      passwordSecret: { name: 'bgp-1', namespace: 'metallb-system' },
    });
    expect(at(find(tree, 'BGPPeer', 'zone-2'), 'spec')).toEqual({
      myASN: 64512,
      peerASN: 64513,
      peerAddress: '172.23.0.33',
      ebgpMultiHop: true,
    });
    expect(at(values(tree, 'metallb'), 'frrk8s.enabled')).toBe(true);
    expect(ofKind(tree, 'L2Advertisement')).toEqual([]);
  });

  test("with a load balancer class have it on MetalLB and on every tenant's Service", () => {
    expect(at(values(tree, 'metallb'), 'loadBalancerClass')).toBe('metallb.io/metallb');
    for (const cluster of ofKind(tree, 'Cluster'))
      expect(at(cluster, 'spec.topology.variables')).toContainEqual({
        name: 'loadBalancerClass',
        value: 'metallb.io/metallb',
      });
  });
});

describe('datastores', () => {
  test('of etcd have their members, certificates with their key, and a disruption budget', () => {
    const tree = sampleTree('argocd');
    const store = find(tree, 'DataStore', 'default');
    expect(at(store, 'spec.endpoints')).toEqual(
      [0, 1, 2].map((n) => `etcd-default-${String(n)}.etcd-default.kamaji-etcd.svc.cluster.local:2379`),
    );
    expect(at(store, 'spec.tlsConfig.certificateAuthority.privateKey')).toEqual({
      secretReference: { name: 'etcd-default-ca', namespace: 'kamaji-etcd', keyPath: 'tls.key' },
    });
    expect(at(find(tree, 'PodDisruptionBudget', 'etcd-default'), 'spec')).toEqual({
      maxUnavailable: 1,
      selector: { matchLabels: { 'app.kubernetes.io/instance': 'etcd-default' } },
    });
  });

  test('that are servers have their credentials by reference, and TLS if there is a Secret for it', () => {
    const tree = sampleTree(
      'argocd',
      edited(['secret: reports-pg}', 'secret: reports-pg, tlsSecret: reports-tls}']),
    );
    expect(at(find(tree, 'DataStore', 'reports'), 'spec')).toMatchObject({
      driver: 'PostgreSQL',
      endpoints: ['pg.k8s.lab:5432'],
      basicAuth: {
        password: {
          secretReference: { name: 'reports-pg', namespace: 'kamaji-system', keyPath: 'password' },
        },
      },
      tlsConfig: {
        certificateAuthority: {
          certificate: { secretReference: { name: 'reports-tls', keyPath: 'ca.crt' } },
        },
      },
    });
    expect(at(find(sampleTree('argocd'), 'DataStore', 'reports'), 'spec.tlsConfig')).toBeUndefined();
  });

  test('know the domain of the management cluster', () => {
    const tree = sampleTree(
      'argocd',
      edited(['services: 10.43.0.0/16', 'services: 10.43.0.0/16\n  domain: mgmt.k8s.lab']),
    );
    expect(at(find(tree, 'DataStore', 'default'), 'spec.endpoints.0')).toContain('.svc.mgmt.k8s.lab:2379');
    expect(at(values(tree, 'etcd-default'), 'clusterDomain')).toBe('mgmt.k8s.lab');
  });
});

describe('providers', () => {
  const tree = sampleTree('argocd');

  test('have feature gates only where they know them: another would crash', () => {
    const gates = (kind: string): unknown => at(ofKind(tree, kind)[0], 'spec.manager.featureGates');
    expect(gates('CoreProvider')).toEqual({ ClusterTopology: true });
    expect(gates('InfrastructureProvider')).toEqual({ ClusterTopology: true });
    for (const kind of ['IPAMProvider', 'ControlPlaneProvider']) expect(gates(kind)).toBeUndefined();
  });

  test("check Proxmox's certificate, which CAPMOX does not unless told so", () => {
    expect(at(ofKind(tree, 'InfrastructureProvider')[0], 'spec.deployment.containers.0.env')).toEqual([
      { name: 'PROXMOX_INSECURE', value: 'false' },
    ]);
  });

  test('are patched by operations with a target, and never by manifestPatches', () => {
    for (const kind of [
      'CoreProvider',
      'BootstrapProvider',
      'InfrastructureProvider',
      'ControlPlaneProvider',
      'IPAMProvider',
      'AddonProvider',
    ])
      expect(at(ofKind(tree, kind)[0], 'spec.manifestPatches')).toBeUndefined();
    const patches = at(ofKind(tree, 'InfrastructureProvider')[0], 'spec.patches') as readonly {
      target: { name: string };
    }[];
    expect(patches.map(({ target }) => target.name)).toEqual([
      'capmox-validating-webhook-configuration',
      'proxmoxmachinetemplates.infrastructure.cluster.x-k8s.io',
    ]);
  });

  test('have more memory than upstream gives them', () => {
    for (const kind of ['InfrastructureProvider', 'ControlPlaneProvider', 'IPAMProvider'])
      expect(at(ofKind(tree, kind)[0], 'spec.deployment.containers.0.resources.limits.memory')).toBe('512Mi');
  });
});

describe("a tenant's network plugin", () => {
  const proxies = (cni: string): readonly TreeFile['object'][] =>
    ofKind(sampleTree('argocd', edited(['cni: cilium', `cni: ${cni}`])), 'HelmChartProxy');

  test.each([
    ['cilium', 'cilium', 'kube-system'],
    ['calico', 'tigera-operator', 'tigera-operator'],
    ['flannel', 'flannel', 'kube-flannel'],
  ])('%s is the chart %s, for the Clusters with its label in the same namespace', (cni, chart, namespace) => {
    const [proxy] = proxies(cni);
    expect(proxy?.metadata.namespace).toBe('tenant-acme');
    expect(at(proxy, 'spec')).toMatchObject({
      chartName: chart,
      namespace,
      clusterSelector: { matchLabels: { 'kaas.lab/cni': cni } },
    });
    if (cni !== 'cilium') expect(at(proxy, 'spec.valuesTemplate')).toContain('10.244.0.0/16');
  });

  test('none is left to the tenant', () => {
    expect(proxies('none')).toEqual([]);
  });
});

describe('alerts', () => {
  test('are there if the site has a Prometheus operator, with the labels that it selects', () => {
    const tree = sampleTree(
      'argocd',
      edited([
        'datastores:',
        'monitoring: {namespace: monitoring, labels: {release: prometheus}}\ndatastores:',
      ]),
    );
    const rules = find(tree, 'PrometheusRule', 'kaas-platform');
    expect(rules?.metadata.labels).toEqual({ release: 'prometheus' });
    expect(ofKind(tree, 'ServiceMonitor').length).toBe(2);
    expect(ofKind(sampleTree('argocd'), 'PrometheusRule')).toEqual([]);
  });
});
