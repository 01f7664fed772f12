// Generated from ../schemas/versions.schema.json by `npm run generate`. Do not edit.

export type Image = string;
export type Release = string;

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
  kubeadm: ProviderPin;
  ipam: ProviderPin;
  proxmox: ProviderPin;
  kamaji: ProviderPin;
  helm: ProviderPin;
}
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
  image: Image;
}
export interface ChartPins {
  'cert-manager': ChartPin;
  metallb: ChartPin;
  'cluster-api-operator': ChartPin;
  'kamaji-etcd': ChartPin;
  'proxmox-csi-plugin'?: ChartPin;
  cilium: ChartPin;
  'tigera-operator': ChartPin;
  flannel: ChartPin;
}
export interface ChartPin {
  /**
   * Helm repository, or the chart itself in an OCI registry.
   */
  url: string;
  version: Release;
  /**
   * OCI: digest of the chart, taken instead of the version.
   */
  digest?: string;
}
export interface ImagePins {
  'cert-manager-controller': Image;
  'cert-manager-webhook': Image;
  'cert-manager-cainjector': Image;
  'cert-manager-acmesolver': Image;
  'cert-manager-startupapicheck': Image;
  'metallb-controller': Image;
  'metallb-speaker': Image;
  'cluster-api-operator': Image;
  etcd: Image;
  'etcd-job': Image;
  'kubectl-job': Image;
  coredns: Image;
  node: Image;
  rclone: Image;
}
