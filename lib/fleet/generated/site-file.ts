// Generated from ../schemas/site.schema.json by `npm run generate`. Do not edit.

/**
 * The place: Proxmox hosts, networks, VIPs, node images, worker sizes, datastores and the GitOps engine.
 */
export interface SiteFile {
  /**
   * Class generation of the fleet; a tenant's class overrides it.
   */
  class: string;
  gitops: GitOps;
  management: Management;
  proxmox: Proxmox;
  /**
   * Networks, name to network.
   */
  networks: {
    [k: string]: Network;
  };
  vips: VIPs;
  /**
   * Datastores, name to datastore.
   */
  datastores: {
    [k: string]: Datastore;
  };
  /**
   * Kubernetes versions for which a Proxmox template exists, tagged k8s-<version> and the image's tag.
   *
   * @minItems 1
   *
   * Items: Full, because a bare 1.30 is the number 1.3 in YAML and node images need the patch version.
   */
  images: string[];
  /**
   * Sizes of worker VMs, name to size.
   */
  sizes: {
    [k: string]: Size;
  };
  /**
   * OpenID Connect providers, name to provider.
   */
  oidc?: {
    [k: string]: OIDC;
  };
  defaults: Defaults;
  csi?: CSI;
  monitoring?: Monitoring;
  /**
   * Severity of single rules, rule to severity: a warning can be made an error here.
   */
  rules?: {
    [k: string]: 'error' | 'warning';
  };
  /**
   * Warnings about this file that are known and accepted, with the reason.
   */
  accept?: Acceptance[];
}
/**
 * The engine that syncs dist/.
 */
export interface GitOps {
  /**
   * Argo CD or Flux. Both remove a tenant in the same two steps.
   */
  engine: 'argocd' | 'flux';
  /**
   * URL of this repository as the engine reaches it.
   */
  repo: string;
  /**
   * Branch that the engine follows.
   */
  branch: string;
  /**
   * Flux: Secret in flux-system with the credentials of the repository, made outside Git. Argo CD: register the repository there.
   */
  secret?: string;
  /**
   * Flux: one artifact per tenant instead of the whole repository for each. Needs source-watcher and the feature gate ExternalArtifact. Default: false.
   */
  artifacts?: boolean;
}
/**
 * The management cluster.
 */
export interface Management {
  /**
   * Its nodes, name to address.
   */
  nodes: {
    /**
     * Address of the node.
     */
    [k: string]: string;
  };
  /**
   * Addresses of its pods.
   */
  pods: string;
  /**
   * Addresses of its Services.
   */
  services: string;
  /**
   * Its DNS domain. Default: cluster.local.
   */
  domain?: string;
}
/**
 * The Proxmox VE cluster that runs the machines.
 */
export interface Proxmox {
  /**
   * URL of its API.
   */
  url: string;
  /**
   * Secret with the provider's variables, made outside Git.
   */
  credentialsSecret: string;
  /**
   * Whether CAPMOX skips the check of the API's certificate. Default: false.
   */
  insecure?: boolean;
  /**
   * Proxmox hosts, name to host.
   */
  hosts: {
    [k: string]: Host;
  };
  /**
   * Bridge of the machines' first network device.
   */
  bridge: string;
  /**
   * Storage of the boot disks.
   */
  storage: string;
  /**
   * Share of a host's memory that CAPMOX may hand out, in percent; 0 switches the check off. Default: 100.
   */
  memoryAdjustment?: number;
}
/**
 * One Proxmox host.
 */
export interface Host {
  /**
   * Address of the host: no VIP or machine may have it.
   */
  address: string;
  /**
   * Cores of the host.
   */
  cores: number;
  /**
   * Memory of the host: what all machines must fit into with one host down.
   */
  memory: string;
}
/**
 * A network that worker VMs or VIPs live in.
 */
export interface Network {
  /**
   * VLAN tag; absent means untagged.
   */
  vlan?: number;
  /**
   * Subnet of the network; its prefix is the one that machines get.
   */
  subnet: string;
  /**
   * Default gateway of the machines in this network.
   */
  gateway: string;
  /**
   * Name servers that the machines use.
   *
   * @minItems 1
   */
  dns: string[];
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
  /**
   * Addresses that something outside the fleet has, such as a DHCP range, switches or printers: no machine and no VIP of a tenant may have them, and kaas new leaves them out.
   */
  reserved?: string | string[];
}
/**
 * Addresses that MetalLB hands out, one per tenant.
 */
export interface VIPs {
  /**
   * Network of the site that the addresses are in; announced by ARP there.
   */
  network?: string;
  /**
   * The addresses, apart from everything else in their network.
   */
  addresses: string | string[];
  /**
   * Interface of the management nodes on which they are announced.
   */
  interface?: string;
  /**
   * Load balancer class that MetalLB is limited to; every tenant's Service then carries it.
   */
  loadBalancerClass?: string;
  bgp?: BGP;
}
/**
 * Announces the addresses to routers by BGP instead of by ARP; installs FRR.
 */
export interface BGP {
  /**
   * Own AS number.
   */
  asn: number;
  /**
   * Routers, name to router.
   */
  peers: {
    [k: string]: BGPPeerFile;
  };
}
/**
 * One router that MetalLB peers with.
 */
export interface BGPPeerFile {
  /**
   * Address of the router.
   */
  address: string;
  /**
   * AS number of the router. Default: the own one.
   */
  asn?: number;
  /**
   * Labels of the management nodes that peer with it. Default: all nodes.
   */
  nodes?: {
    [k: string]: string;
  };
  /**
   * Whether the router is more than one hop away. Default: false.
   */
  multihop?: boolean;
  /**
   * Secret of type kubernetes.io/basic-auth in metallb-system with the session's password, made outside Git.
   */
  secret?: string;
}
/**
 * One store of control planes.
 */
export interface Datastore {
  /**
   * What it is. etcd is run by the platform; the others are servers that exist already.
   */
  driver: 'etcd' | 'PostgreSQL' | 'MySQL' | 'NATS';
  /**
   * What the names of the tenants' keyspaces and of their users begin with. Give each site its own where several share a server: equal names would share, and wipe, each other's state. It cannot change while a tenant lives. Default: kaas.
   */
  keyspacePrefix?: string;
  /**
   * etcd: size of each member's volume.
   */
  volume?: string;
  /**
   * etcd: backend quota, which all tenants of the datastore share. Below the volume's size.
   */
  quota?: string;
  /**
   * etcd: StorageClass of the volumes.
   */
  storageClass?: string;
  /**
   * etcd: members. Default: 3.
   */
  replicas?: 1 | 3 | 5;
  /**
   * PostgreSQL, MySQL and NATS: the server.
   */
  endpoint?: string;
  /**
   * PostgreSQL, MySQL and NATS: Secret with the credentials, made outside Git.
   */
  secret?: string;
  /**
   * Share of the quota that a tenant may count on which says nothing itself. Default: 512Mi.
   */
  defaultBudget?: string;
  /**
   * PostgreSQL, MySQL and NATS: Secret in kamaji-system with ca.crt, tls.crt and tls.key, made outside Git. Left out, the connection is not encrypted.
   */
  tlsSecret?: string;
  backup?: Backup;
}
/**
 * Backup of a datastore: where to, how often, how long kept, and who checks it.
 */
export interface Backup {
  to: BackupTarget;
  /**
   * When a backup is taken. Default: 17 * * * *, every hour.
   */
  schedule?: string;
  /**
   * Days that a backup is kept; the newest good one always is. Default: 14.
   */
  keepDays?: number;
  /**
   * Secret beside the datastore's jobs whose key password encrypts the backups (rclone crypt), made outside Git. Losing it loses them.
   */
  encryptionSecret?: string;
  /**
   * Age of the last good backup that raises an alert. Default: 3h.
   */
  maxAge?: string;
  /**
   * Room that a job needs for a backup, on its node's disk. Default: twice the datastore's quota and 1Gi; 20Gi for a database.
   */
  scratch?: string;
  drill?: Drill;
  /**
   * etcd: when its members are defragmented, one after another. Left out: never.
   */
  defragment?: string;
  /**
   * PostgreSQL and MySQL: image with sh and the database's own dump program, of the server's major or newer.
   */
  image?: string;
}
/**
 * Where backups go: a bucket (s3) or a volume (claim), one of them.
 */
export interface BackupTarget {
  s3?: Bucket;
  /**
   * PersistentVolumeClaim beside the datastore's jobs. It must outlive the datastore: another storage than the datastore's.
   */
  claim?: string;
}
/**
 * A bucket of an S3-compatible store.
 */
export interface Bucket {
  /**
   * URL of the S3 store.
   */
  endpoint: string;
  /**
   * Bucket that the copies are put in.
   */
  bucket: string;
  /**
   * Folder in the bucket. Default: the datastore's name.
   */
  path?: string;
  /**
   * Region of the bucket. Default: us-east-1, which most stores of one's own take.
   */
  region?: string;
  /**
   * Secret beside the datastore's jobs with the keys access-key and secret-key, made outside Git.
   */
  secret: string;
  /**
   * ConfigMap beside the datastore's jobs whose ca.crt signed the store's certificate; left out, a public authority has.
   */
  caConfigMap?: string;
  /**
   * Networks in which the store is: the jobs reach nothing else on its port. Left out: any address.
   *
   * @minItems 1
   */
  addresses?: string[];
}
/**
 * etcd: restores the newest backup into a throw-away etcd and counts every tenant's keys. Left out: no drill.
 */
export interface Drill {
  /**
   * When it runs.
   */
  schedule: string;
  /**
   * Share of a tenant's live keys that the backup must hold, in percent. Default: 50.
   */
  share?: number;
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
 * What a tenant gets that does not say otherwise.
 */
export interface Defaults {
  /**
   * Network plugin that the platform installs in tenants.
   */
  cni: 'cilium' | 'calico' | 'flannel' | 'none';
  /**
   * Pods of a control plane.
   */
  replicas: number;
  /**
   * Addresses of a tenant's pods; all tenants may have the same.
   */
  pods: string;
  /**
   * Addresses of a tenant's Services; all tenants may have the same.
   */
  services: string;
  machines?: Machines;
}
/**
 * What holds for the machines of every tenant.
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
  kubeletArgs?: Arguments;
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
export interface Arguments {
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
 * Installs proxmox-csi for the volumes of the etcd datastores, with one StorageClass. Left out, the StorageClasses named by the datastores exist already.
 */
export interface CSI {
  /**
   * Secret in csi-proxmox with the plugin's config.yaml, made outside Git.
   */
  secret: string;
  /**
   * Proxmox storage that the disks are made on.
   */
  storage: string;
  /**
   * Name of the StorageClass.
   */
  storageClass: string;
  /**
   * Filesystem of the volumes. Default: ext4.
   */
  filesystem?: 'ext4' | 'xfs';
}
/**
 * Prometheus operator: alerts and scrape targets of the platform. Left out, none are made.
 */
export interface Monitoring {
  /**
   * Namespace of Prometheus, which may scrape the platform.
   */
  namespace: string;
  /**
   * Labels by which Prometheus selects rules and monitors.
   */
  labels?: {
    [k: string]: string;
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
