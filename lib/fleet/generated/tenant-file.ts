// Generated from ../schemas/tenant.schema.json by `npm run generate`. Do not edit.

/**
 * Name servers that the machines use.
 *
 * @minItems 1
 */
export type Dns = string[];
/**
 * Network plugin that the platform installs. Default: defaults.cni of the site.
 */
export type CNI =
  | ('cilium' | 'calico' | 'flannel' | 'none')
  | {
      /**
       * Network plugin.
       */
      name: 'cilium' | 'calico' | 'flannel' | 'none';
      /**
       * Cilium's cluster id, unique among clusters that are meshed.
       */
      clusterID?: number;
      /**
       * MTU of the pods' devices. Default: the plugin's own choice.
       */
      mtu?: number;
    };

/**
 * One tenant: a workload cluster and the people who own it. The file's name is the tenant's name.
 */
export interface TenantFile {
  /**
   * Who answers for the cluster, best a mail address of a team.
   */
  owner: string;
  /**
   * active: the Cluster is shielded from deletion. removing: the shield is off, and deleting this file deletes the cluster. Default: active.
   */
  state?: 'active' | 'removing';
  /**
   * Class generation of the Cluster. Default: class of the site.
   */
  class?: string;
  /**
   * Kubernetes version of the control plane and of every pool.
   */
  kubernetes: string;
  /**
   * Stops Cluster API from reconciling the Cluster, and its autoscaler. Default: false.
   */
  paused?: boolean;
  controlPlane: ControlPlane;
  network: TenantNetwork;
  /**
   * Addresses of the pods. Default: defaults.pods of the site.
   */
  pods?: string;
  /**
   * Addresses of the Services. Default: defaults.services of the site.
   */
  services?: string;
  /**
   * DNS domain of the cluster. It cannot change while the cluster lives. Default: cluster.local.
   */
  domain?: string;
  cni?: CNI;
  /**
   * Ids that this tenant's VMs may take, disjoint from every other tenant's.
   */
  vmids: string;
  /**
   * Share of a host's memory that CAPMOX may hand out, in percent; 0 switches the check off. Default: proxmox.memoryAdjustment of the site.
   */
  memoryAdjustment?: number;
  machines?: Machines;
  /**
   * Pools of worker machines, name to pool. Each becomes a MachineDeployment.
   */
  pools: {
    [k: string]: Pool;
  };
  autoscaler?: Autoscaler;
  access?: Access;
  labels?: Labels1;
  annotations?: Annotations2;
  /**
   * Share of the datastore's quota that this tenant may count on. Default: the datastore's defaultBudget.
   */
  budget?: string;
  /**
   * JSON patches on the templates of the class, for what has no field of its own. The result is a variant of the class generation.
   */
  patches?: Patch[];
  /**
   * Warnings that are known and accepted, with the reason.
   */
  accept?: Acceptance[];
}
/**
 * The control plane, pods in the management cluster.
 */
export interface ControlPlane {
  /**
   * Address of the API server, one of vips.addresses of the site. It cannot change while the cluster lives.
   */
  vip: string;
  /**
   * Port of the API server. Default: 6443.
   */
  port?: number;
  /**
   * Pods of the control plane. Default: defaults.replicas of the site.
   */
  replicas?: number;
  /**
   * Datastore of the site that keeps the cluster's state. It cannot change while the cluster lives. Default: default.
   */
  datastore?: string;
  /**
   * More names and addresses in the API server's certificate.
   */
  certSANs?: string[];
  /**
   * OpenID Connect provider: its name in the site file, or the provider itself.
   */
  oidc?: string | OIDC;
  apiServer?: Component;
  controllerManager?: Component1;
  scheduler?: Component2;
  /**
   * Volumes of the API server, name to source. Only Secrets and ConfigMaps, in the tenant's namespace: the pod runs in the management cluster.
   */
  volumes?: {
    [k: string]: Volume;
  };
  audit?: Audit;
  serviceAnnotations?: Annotations;
}
/**
 * An OpenID Connect provider that a tenant's API server trusts.
 */
export interface OIDC {
  /**
   * URL of the provider, as it stands in the iss claim of its tokens. The API server must reach it.
   */
  issuer: string;
  /**
   * Client that tokens must be issued for (aud).
   */
  clientID: string;
  /**
   * Claim that is the user name. Default: sub.
   */
  usernameClaim?: string;
  /**
   * Prefix of user names, so that nobody becomes system:admin by choosing a name; - for none. Default: the issuer and #, for every claim but email.
   */
  usernamePrefix?: string;
  /**
   * Claim that lists the groups. Default: none, users have no groups.
   */
  groupsClaim?: string;
  /**
   * Prefix of group names, such as "oidc:", so that no group of the provider is system:masters. Default: none.
   */
  groupsPrefix?: string;
  /**
   * Accepted signing algorithms. Default: RS256.
   *
   * @minItems 1
   */
  signingAlgs?: ('RS256' | 'RS384' | 'RS512' | 'ES256' | 'ES384' | 'ES512' | 'PS256' | 'PS384' | 'PS512')[];
  /**
   * Claims that a token must carry, with their values.
   */
  requiredClaims?: {
    [k: string]: string;
  };
  /**
   * Path inside the API server's container of the CA certificate of the issuer, from one of the control plane's volumes.
   */
  caFile?: string;
}
/**
 * The API server: arguments and requests of its container.
 */
export interface Component {
  args?: Arguments;
  resources?: Resources;
}
/**
 * Command-line arguments, name (without dashes) to value. Those that Kamaji sets itself are refused.
 */
export interface Arguments {
  /**
   * Value of the argument, a string: "true", "5".
   */
  [k: string]: string;
}
/**
 * What a pod of it requests.
 */
export interface Resources {
  /**
   * CPU that one container requests. Default: 100m for the API server, 50m for the controller manager, 25m for the scheduler.
   */
  cpu?: string;
  /**
   * Memory that one container requests. Default: 320Mi for the API server, 128Mi for the controller manager, 80Mi for the scheduler.
   */
  memory?: string;
}
/**
 * The controller manager: arguments and requests of its container.
 */
export interface Component1 {
  args?: Arguments;
  resources?: Resources;
}
/**
 * The scheduler: arguments and requests of its container.
 */
export interface Component2 {
  args?: Arguments;
  resources?: Resources;
}
/**
 * One volume: a Secret or a ConfigMap, and where it is mounted.
 */
export interface Volume {
  /**
   * Name of a Secret.
   */
  secret?: string;
  /**
   * Name of a ConfigMap.
   */
  configMap?: string;
  /**
   * Folder inside the API server's container.
   */
  mountPath: string;
}
/**
 * Audit log of the API server, written to its standard output.
 */
export interface Audit {
  /**
   * ConfigMap in the tenant's namespace whose key policy.yaml holds the audit policy.
   */
  policy: string;
}
/**
 * More annotations of the Service that holds the VIP.
 */
export interface Annotations {
  [k: string]: string;
}
/**
 * Where the worker machines live: a network of the site by name, or described here, and the addresses that are this tenant's own.
 */
export interface TenantNetwork {
  /**
   * Name of a network of the site.
   */
  name?: string;
  /**
   * Addresses that this tenant's machines may take: one per machine, and one more for each machine that a rollout adds.
   */
  addresses: string | string[];
  /**
   * VLAN tag; absent means untagged.
   */
  vlan?: number;
  /**
   * Subnet of the network; its prefix is the one that machines get.
   */
  subnet?: string;
  /**
   * Default gateway of the machines in this network.
   */
  gateway?: string;
  dns?: Dns;
  /**
   * Proxmox bridge of this network. Default: proxmox.bridge of the site.
   */
  bridge?: string;
  /**
   * MTU of the network devices; 1 takes the bridge's. Default: the bridge's.
   */
  mtu?: number;
  /**
   * Metric of the default route. Default: 100.
   */
  metric?: number;
}
/**
 * What holds for the machines of every pool.
 */
export interface Machines {
  /**
   * Proxmox hosts that may run the machines. Default: all hosts of the site.
   *
   * @minItems 1
   */
  hosts?: string[];
  /**
   * Proxmox storage of the boot disk. Default: proxmox.storage of the site.
   */
  storage?: string;
  /**
   * Format of the boot disk. Default: raw.
   */
  format?: 'raw' | 'qcow2' | 'vmdk';
  /**
   * Device of the boot disk in the VM template. Default: scsi0.
   */
  bootDisk?: string;
  /**
   * Proxmox resource pool that the VMs are put in.
   */
  proxmoxPool?: string;
  /**
   * Bridge of the first network device, instead of the network's.
   */
  bridge?: string;
  /**
   * Model of the first network device. Default: virtio.
   */
  nicModel?: 'virtio' | 'e1000' | 'rtl8139' | 'vmxnet3';
  /**
   * More network devices, at most three.
   *
   * @maxItems 3
   */
  nics?: NIC[];
  image?: Image;
  /**
   * Proxmox tags of the VMs, beside kaas and the tenant's name.
   */
  tags?: string[];
  kubeletArgs?: Arguments1;
  /**
   * Logins on the machines, name to keys.
   */
  users?: {
    [k: string]: User;
  };
  /**
   * Registry mirrors, registry to mirror URLs, tried in order.
   */
  mirrors?: {
    /**
     * URLs of the mirrors of this registry.
     *
     * @minItems 1
     */
    [k: string]: string[];
  };
  /**
   * Files written on every machine before it joins.
   */
  files?: File[];
  /**
   * Commands run on a machine before it joins.
   */
  preCommands?: string[];
  /**
   * Commands run on a machine after it joined.
   */
  postCommands?: string[];
  health?: HealthCheck;
  rollout?: Rollout;
  /**
   * How long a Node may drain before its machine goes anyway. Default: 5m.
   */
  drainTimeout?: string;
}
/**
 * One more network device of every machine.
 */
export interface NIC {
  /**
   * Name of a network of the site.
   */
  network: string;
  /**
   * Addresses of that network which this tenant's machines may take.
   */
  addresses: string | string[];
  /**
   * Model of the device. Default: virtio.
   */
  model?: 'virtio' | 'e1000' | 'rtl8139' | 'vmxnet3';
}
/**
 * Which VM template the machines are cloned from.
 */
export interface Image {
  /**
   * Tag of the template. Default: capi.
   */
  tag?: string;
  /**
   * Operating system family. flatcar and talos have no cloud-init whose end CAPMOX could wait for, so that check is skipped. Default: ubuntu.
   */
  os?: 'ubuntu' | 'debian' | 'rocky' | 'flatcar' | 'talos';
  /**
   * Whether the image runs the QEMU guest agent. Default: true.
   */
  guestAgent?: boolean;
}
/**
 * Kubelet arguments, name to value.
 */
export interface Arguments1 {
  /**
   * Value of the argument, a string: "true", "5".
   */
  [k: string]: string;
}
/**
 * A login on the machines.
 */
export interface User {
  /**
   * SSH public keys.
   *
   * @minItems 1
   */
  keys: string[];
  /**
   * Whether the user may become root without a password. Default: false.
   */
  sudo?: boolean;
}
/**
 * A file written on every machine before it joins.
 */
export interface File {
  /**
   * Where the file is written.
   */
  path: string;
  /**
   * Content of the file; or secret, never both.
   */
  content?: string;
  /**
   * Takes the content from a Secret in the tenant's namespace, made outside Git.
   */
  secret?: {
    /**
     * Name of the Secret.
     */
    name: string;
    /**
     * Key in the Secret.
     */
    key: string;
  };
  /**
   * Mode of the file. Default: "0644".
   */
  permissions?: string;
  /**
   * User and group that own the file. Default: root:root.
   */
  owner?: string;
}
/**
 * When a machine counts as broken and is replaced.
 */
export interface HealthCheck {
  /**
   * How long a machine may take to join. Default: 15m.
   */
  startup?: string;
  /**
   * How long a Node may be unready or unknown. Default: 5m.
   */
  notReady?: string;
  /**
   * Replace nothing while more machines than this are broken. Machines are replaced one at a time whatever it says. Default: 100%.
   */
  maxUnhealthy?: number | string;
}
/**
 * How the machines of a pool are replaced.
 */
export interface Rollout {
  /**
   * Machines above the wanted number while replacing. Default: 1.
   */
  maxSurge?: number;
  /**
   * Machines below the wanted number while replacing. Default: 0.
   */
  maxUnavailable?: number;
}
/**
 * One pool of equal machines.
 */
export interface Pool {
  /**
   * A size of the site by name, or what each machine gets.
   */
  size: string | Size;
  /**
   * Number of machines: fixed, or the bounds of the autoscaler.
   */
  nodes:
    | number
    | {
        /**
         * Machines at least; 0 lets the pool go away while nothing needs it.
         */
        min: number;
        /**
         * Machines at most.
         */
        max: number;
      };
  /**
   * Version that this pool stays on while the control plane is newer: its upgrade is deferred until this line goes. Default: kubernetes of the tenant.
   */
  kubernetes?: string;
  labels?: Labels;
  annotations?: Annotations1;
  /**
   * Taints of the Nodes.
   */
  taints?: Taint[];
  machines?: Machines1;
}
/**
 * What one worker VM gets.
 */
export interface Size {
  /**
   * Cores per socket.
   */
  cores: number;
  /**
   * Sockets. Default: 1.
   */
  sockets?: number;
  /**
   * Memory, a multiple of 8Mi.
   */
  memory: string;
  /**
   * Boot disk, at least 5Gi, in whole Gi.
   */
  disk: string;
}
/**
 * Labels of the Nodes.
 */
export interface Labels {
  [k: string]: string;
}
/**
 * Annotations of the pool's MachineDeployment and Machines.
 */
export interface Annotations1 {
  [k: string]: string;
}
/**
 * A taint of every Node of the pool.
 */
export interface Taint {
  /**
   * Key of the taint.
   */
  key: string;
  /**
   * Value of the taint. Default: empty.
   */
  value?: string;
  /**
   * What happens to pods that do not tolerate it: they are not scheduled, scheduled only if need be, or thrown out.
   */
  effect: 'NoSchedule' | 'PreferNoSchedule' | 'NoExecute';
}
/**
 * What differs for the machines of this pool.
 */
export interface Machines1 {
  /**
   * Proxmox hosts that may run the machines. Default: all hosts of the site.
   *
   * @minItems 1
   */
  hosts?: string[];
  /**
   * Proxmox storage of the boot disk. Default: proxmox.storage of the site.
   */
  storage?: string;
  /**
   * Format of the boot disk. Default: raw.
   */
  format?: 'raw' | 'qcow2' | 'vmdk';
  /**
   * Device of the boot disk in the VM template. Default: scsi0.
   */
  bootDisk?: string;
  /**
   * Proxmox resource pool that the VMs are put in.
   */
  proxmoxPool?: string;
  /**
   * Bridge of the first network device, instead of the network's.
   */
  bridge?: string;
  /**
   * Model of the first network device. Default: virtio.
   */
  nicModel?: 'virtio' | 'e1000' | 'rtl8139' | 'vmxnet3';
  /**
   * More network devices, at most three.
   *
   * @maxItems 3
   */
  nics?: NIC[];
  image?: Image;
  /**
   * Proxmox tags of the VMs, beside kaas and the tenant's name.
   */
  tags?: string[];
  kubeletArgs?: Arguments1;
  /**
   * Logins on the machines, name to keys.
   */
  users?: {
    [k: string]: User;
  };
  /**
   * Registry mirrors, registry to mirror URLs, tried in order.
   */
  mirrors?: {
    /**
     * URLs of the mirrors of this registry.
     *
     * @minItems 1
     */
    [k: string]: string[];
  };
  /**
   * Files written on every machine before it joins.
   */
  files?: File[];
  /**
   * Commands run on a machine before it joins.
   */
  preCommands?: string[];
  /**
   * Commands run on a machine after it joined.
   */
  postCommands?: string[];
  health?: HealthCheck;
  rollout?: Rollout;
  /**
   * How long a Node may drain before its machine goes anyway. Default: 5m.
   */
  drainTimeout?: string;
}
/**
 * Options of the cluster's autoscaler, which exists while a pool has min and max.
 */
export interface Autoscaler {
  /**
   * How a pool is chosen when several would do. Default: least-waste.
   */
  expander?: 'least-waste' | 'most-pods' | 'random' | 'least-nodes';
  /**
   * How long a Node must be unneeded before it goes. Default: 10m.
   */
  unneededTime?: string;
  /**
   * Share of a Node's capacity that is requested below which it counts as unneeded. Default: 0.5.
   */
  utilizationThreshold?: number;
  /**
   * Nodes of the cluster at most. Default: the sum of the pools.
   */
  maxNodes?: number;
}
/**
 * Who may look at the Cluster in the management cluster.
 */
export interface Access {
  /**
   * Groups that may read the Cluster and its machines.
   */
  view?: string[];
  /**
   * Groups that may read the Secret with the cluster's kubeconfig.
   */
  kubeconfig?: string[];
}
/**
 * More labels of the Cluster.
 */
export interface Labels1 {
  [k: string]: string;
}
/**
 * More annotations of the Cluster.
 */
export interface Annotations2 {
  [k: string]: string;
}
/**
 * One JSON patch (RFC 6902).
 */
export interface Patch {
  /**
   * Template that is patched.
   */
  kind:
    | 'ProxmoxClusterTemplate'
    | 'KamajiControlPlaneTemplate'
    | 'KubeadmConfigTemplate'
    | 'ProxmoxMachineTemplate';
  /**
   * What is done at the path.
   */
  op: 'add' | 'replace' | 'remove';
  /**
   * JSON pointer into the template.
   */
  path: string;
  /**
   * The new value; not for remove.
   */
  value?: {
    [k: string]: unknown;
  };
}
/**
 * A warning that is known and accepted.
 */
export interface Acceptance {
  /**
   * Id of the rule.
   */
  rule: string;
  /**
   * Why the warning does not matter here.
   */
  reason: string;
}
