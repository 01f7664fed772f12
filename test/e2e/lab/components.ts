import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Folder with one go.mod per component: the pins. */
export const componentsFolder = fileURLToPath(new URL('../components/', import.meta.url));

/** A program of the lab that is built from its Go module, or taken by its name from KAAS_LAB_BIN. */
export interface Component {
  /** File name in KAAS_LAB_BIN; the version may follow after a dash. */
  readonly name: string;
  /** Folder under test/e2e/components. */
  readonly folder: string;
  /** Go package of its main function. */
  readonly package: string;
  /** Go module that carries its manifests too. */
  readonly module: string;
  /** Variables set while linking: the version that the program tells others. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Has C code: built with the C compiler, statically all the same. Default false. */
  readonly cgo?: boolean;
}

/** A program that the lab uses when it is given and plays itself when it is not: its module is not to be had everywhere. */
export interface OptionalComponent {
  readonly name: string;
  readonly insteadOf: string;
}

/** Releases of Cluster API core and kubeadm bootstrap that the scenarios run on; the first is the default. */
export const clusterApiVersions = ['1.13.5', '1.12.10'] as const;
export type ClusterApiVersion = (typeof clusterApiVersions)[number];

const kubernetes = (name: string): Component => ({
  name,
  folder: 'kubernetes',
  package: `k8s.io/kubernetes/cmd/${name}`,
  module: 'k8s.io/kubernetes',
  variables: { 'k8s.io/component-base/version.gitVersion': kubernetesVersion },
});

/** Cluster API refuses an API server that does not tell its version; equal to the pin in its go.mod. */
const kubernetesVersion = 'v1.35.5';

const etcdModule = 'go.etcd.io/etcd/server/v3';
const clusterApiModule = 'sigs.k8s.io/cluster-api';
const capmoxModule = 'github.com/ionos-cloud/cluster-api-provider-proxmox';
const ipamModule = 'sigs.k8s.io/cluster-api-ipam-provider-in-cluster';
const kamajiProviderModule = 'github.com/clastix/cluster-api-control-plane-provider-kamaji';
const kustomizeModule = 'sigs.k8s.io/kustomize/kustomize/v5';

export const etcd: Component = { name: 'etcd', folder: 'etcd', package: etcdModule, module: etcdModule };
export const kubeApiServer = kubernetes('kube-apiserver');
export const kubeControllerManager = kubernetes('kube-controller-manager');
export const kubeScheduler = kubernetes('kube-scheduler');
export const kubeProxy = kubernetes('kube-proxy');
export const kubelet = kubernetes('kubelet');
export const kubeadm = kubernetes('kubeadm');
export const kustomize: Component = {
  name: 'kustomize',
  folder: 'kustomize',
  package: kustomizeModule,
  module: kustomizeModule,
};
export const capmox: Component = {
  name: 'capmox',
  folder: 'capmox',
  package: `${capmoxModule}/cmd`,
  module: capmoxModule,
};
export const ipam: Component = {
  name: 'ipam-in-cluster',
  folder: 'ipam',
  package: ipamModule,
  module: ipamModule,
};

/** Read for its manifests; its program needs a module of Kamaji that is not to be had everywhere. */
export const kamajiProvider: Component = {
  name: 'kamaji-provider',
  folder: 'kamaji-provider',
  package: kamajiProviderModule,
  module: kamajiProviderModule,
};

const konnectivity = (name: string, program: 'server' | 'agent'): Component => ({
  name,
  folder: 'konnectivity',
  package: `sigs.k8s.io/apiserver-network-proxy/cmd/${program}`,
  module: 'sigs.k8s.io/apiserver-network-proxy',
});

export const konnectivityServer = konnectivity('konnectivity-server', 'server');
export const konnectivityAgent = konnectivity('konnectivity-agent', 'agent');

/** kubectl without the cloud providers' plug-ins (main.go beside its go.mod). */
export const kubectl: Component = {
  name: 'kubectl',
  folder: 'kubectl',
  package: '.',
  module: 'k8s.io/kubectl',
};

/** CoreDNS with the plugins that the tenants' Corefile names (main.go beside its go.mod). */
export const coredns: Component = {
  name: 'coredns',
  folder: 'coredns',
  package: '.',
  module: 'github.com/coredns/coredns',
};

/** One of its backends is in C, so building it needs a C compiler. */
export const flanneld: Component = {
  name: 'flanneld',
  folder: 'flannel',
  package: 'github.com/flannel-io/flannel',
  module: 'github.com/flannel-io/flannel',
  cgo: true,
};

/** Cluster API core of one release. */
export const clusterApiCore = (version: ClusterApiVersion): Component => ({
  name: 'capi-core',
  folder: `cluster-api-${version}`,
  package: clusterApiModule,
  module: clusterApiModule,
});

/** The kubeadm bootstrap provider of one release. */
export const kubeadmBootstrap = (version: ClusterApiVersion): Component => ({
  ...clusterApiCore(version),
  name: 'capi-kubeadm-bootstrap',
  package: `${clusterApiModule}/bootstrap/kubeadm`,
});

/** What the lab uses when KAAS_LAB_BIN has it. */
export const optionalComponents = {
  kamaji: { name: 'kamaji', insteadOf: 'a stand-in that publishes what the provider waits for' },
  kamajiProvider: { name: 'kamaji-provider', insteadOf: 'a stand-in that plays its part of the contract' },
  clusterAutoscaler: { name: 'cluster-autoscaler', insteadOf: 'nothing: its scenarios are skipped' },
} as const satisfies Record<string, OptionalComponent>;

/** Everything a lab on one Cluster API release needs, in the order in which it is built. */
export const labComponents = (version: ClusterApiVersion): readonly Component[] => [
  etcd,
  kubeApiServer,
  kubeControllerManager,
  kustomize,
  clusterApiCore(version),
  kubeadmBootstrap(version),
  capmox,
  ipam,
];

/** What a lab with machines and control plane pods that really run needs besides. */
export const machineComponents: readonly Component[] = [
  kubeScheduler,
  kubeProxy,
  kubelet,
  kubeadm,
  konnectivityServer,
  konnectivityAgent,
  coredns,
  flanneld,
];

/** Version of a component's module, as its go.mod pins it. */
export function versionOf({ folder, module }: Component): string {
  const file = `${componentsFolder}${folder}/go.mod`;
  const pin = readFileSync(file, 'utf8')
    .split('\n')
    .map((line) =>
      line
        .trim()
        .replace(/^require /, '')
        .split(' '),
    )
    .find(([name, version]) => name === module && version?.startsWith('v'));
  if (pin?.[1] === undefined) throw new Error(`${file} does not require ${module}`);
  return pin[1];
}
