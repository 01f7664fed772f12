// Generated from ../schemas/versions.schema.json by `npm run generate`. Do not edit.

export type Image = string;

/**
 * What is pinned: every chart, provider and image of the platform.
 */
export interface VersionsFile {
  providers: ProviderPins;
  kamaji: KamajiPin;
  charts: ChartPins;
  images: ImagePins;
  /**
   * cluster-autoscaler by Kubernetes minor of the tenant.
   */
  autoscaler: {
    [k: string]: Image;
  };
}
/**
 * Providers that the Cluster API operator installs: Cluster API, its kubeadm bootstrap, in-cluster IPAM, CAPMOX, the Kamaji control plane, and the add-on provider for Helm.
 */
export interface ProviderPins {
  core: ProviderPin;
  kubeadm: ProviderPin1;
  ipam: ProviderPin2;
  proxmox: ProviderPin3;
  kamaji: ProviderPin4;
  helm: ProviderPin5;
}
/**
 * Cluster API itself.
 */
export interface ProviderPin {
  /**
   * Release that the Cluster API operator installs.
   */
  version: string;
  /**
   * Image of its controller; the tag is the release.
   */
  image: string;
}
/**
 * Bootstrap provider: how machines join.
 */
export interface ProviderPin1 {
  /**
   * Release that the Cluster API operator installs.
   */
  version: string;
  /**
   * Image of its controller; the tag is the release.
   */
  image: string;
}
/**
 * In-cluster IPAM provider: addresses of machines.
 */
export interface ProviderPin2 {
  /**
   * Release that the Cluster API operator installs.
   */
  version: string;
  /**
   * Image of its controller; the tag is the release.
   */
  image: string;
}
/**
 * CAPMOX: machines on Proxmox VE.
 */
export interface ProviderPin3 {
  /**
   * Release that the Cluster API operator installs.
   */
  version: string;
  /**
   * Image of its controller; the tag is the release.
   */
  image: string;
}
/**
 * Kamaji control plane provider.
 */
export interface ProviderPin4 {
  /**
   * Release that the Cluster API operator installs.
   */
  version: string;
  /**
   * Image of its controller; the tag is the release.
   */
  image: string;
}
/**
 * Add-on provider for Helm: network plugins of tenants.
 */
export interface ProviderPin5 {
  /**
   * Release that the Cluster API operator installs.
   */
  version: string;
  /**
   * Image of its controller; the tag is the release.
   */
  image: string;
}
/**
 * Kamaji. Its chart has no release of its own: it is taken from the tag in Git.
 */
export interface KamajiPin {
  /**
   * Git repository with the chart in charts/kamaji.
   */
  url: string;
  /**
   * Tag, in either style: edge-26.2.5 or 26.8.6-edge.
   */
  version: string;
  /**
   * Commit of the tag, taken instead of it: a tag can be moved.
   */
  commit?: string;
  /**
   * Image, best with its digest.
   */
  image: string;
}
/**
 * Helm charts that the platform installs, name to version.
 */
export interface ChartPins {
  'cert-manager': ChartPin;
  metallb: ChartPin1;
  'cluster-api-operator': ChartPin2;
  'kamaji-etcd': ChartPin3;
  'proxmox-csi-plugin'?: ChartPin4;
  cilium: ChartPin5;
  'tigera-operator': ChartPin6;
  flannel: ChartPin7;
}
/**
 * Chart cert-manager.
 */
export interface ChartPin {
  /**
   * Helm repository, or the chart itself in an OCI registry.
   */
  url: string;
  /**
   * Release.
   */
  version: string;
  /**
   * OCI: digest of the chart, taken instead of the version.
   */
  digest?: string;
}
/**
 * Chart metallb.
 */
export interface ChartPin1 {
  /**
   * Helm repository, or the chart itself in an OCI registry.
   */
  url: string;
  /**
   * Release.
   */
  version: string;
  /**
   * OCI: digest of the chart, taken instead of the version.
   */
  digest?: string;
}
/**
 * Chart cluster-api-operator.
 */
export interface ChartPin2 {
  /**
   * Helm repository, or the chart itself in an OCI registry.
   */
  url: string;
  /**
   * Release.
   */
  version: string;
  /**
   * OCI: digest of the chart, taken instead of the version.
   */
  digest?: string;
}
/**
 * Chart kamaji-etcd.
 */
export interface ChartPin3 {
  /**
   * Helm repository, or the chart itself in an OCI registry.
   */
  url: string;
  /**
   * Release.
   */
  version: string;
  /**
   * OCI: digest of the chart, taken instead of the version.
   */
  digest?: string;
}
/**
 * Chart proxmox-csi-plugin.
 */
export interface ChartPin4 {
  /**
   * Helm repository, or the chart itself in an OCI registry.
   */
  url: string;
  /**
   * Release.
   */
  version: string;
  /**
   * OCI: digest of the chart, taken instead of the version.
   */
  digest?: string;
}
/**
 * Chart cilium.
 */
export interface ChartPin5 {
  /**
   * Helm repository, or the chart itself in an OCI registry.
   */
  url: string;
  /**
   * Release.
   */
  version: string;
  /**
   * OCI: digest of the chart, taken instead of the version.
   */
  digest?: string;
}
/**
 * Chart tigera-operator.
 */
export interface ChartPin6 {
  /**
   * Helm repository, or the chart itself in an OCI registry.
   */
  url: string;
  /**
   * Release.
   */
  version: string;
  /**
   * OCI: digest of the chart, taken instead of the version.
   */
  digest?: string;
}
/**
 * Chart flannel.
 */
export interface ChartPin7 {
  /**
   * Helm repository, or the chart itself in an OCI registry.
   */
  url: string;
  /**
   * Release.
   */
  version: string;
  /**
   * OCI: digest of the chart, taken instead of the version.
   */
  digest?: string;
}
/**
 * Images that the platform and its jobs run.
 */
export interface ImagePins {
  /**
   * Image of cert-manager-controller.
   */
  'cert-manager-controller': string;
  /**
   * Image of cert-manager-webhook.
   */
  'cert-manager-webhook': string;
  /**
   * Image of cert-manager-cainjector.
   */
  'cert-manager-cainjector': string;
  /**
   * Image of cert-manager-acmesolver.
   */
  'cert-manager-acmesolver': string;
  /**
   * Image of cert-manager-startupapicheck.
   */
  'cert-manager-startupapicheck': string;
  /**
   * Image of metallb-controller.
   */
  'metallb-controller': string;
  /**
   * Image of metallb-speaker.
   */
  'metallb-speaker': string;
  /**
   * Image of cluster-api-operator.
   */
  'cluster-api-operator': string;
  /**
   * Image of etcd.
   */
  etcd: string;
  /**
   * Image of etcd-job.
   */
  'etcd-job': string;
  /**
   * Image of kubectl-job.
   */
  'kubectl-job': string;
  /**
   * Image of coredns.
   */
  coredns: string;
  /**
   * Image of node.
   */
  node: string;
  /**
   * Image of rclone.
   */
  rclone: string;
}
