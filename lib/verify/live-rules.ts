import type { RuleDescription } from '../fleet/index.ts';

type Words = Omit<RuleDescription, 'id' | 'by' | 'severity'>;

const words = {
  api: {
    summary: 'The management API server answers.',
    why: 'Nothing can be said of a site that cannot be asked: kaas verify ends with exit code 2, and says nothing of any tenant.',
    example: 'kaas verify --server http://127.0.0.1:8001     # and no kubectl proxy runs there',
    remedy: 'look at --context, --kubeconfig or --server, and at what kubectl get namespaces says',
  },
  cluster: {
    summary: 'The live Cluster is there, asks for what the file says, and is available.',
    why: 'A Cluster that is not synced, or that Cluster API cannot reconcile, keeps running on what it had: an upgrade that was merged has not happened.',
    example: 'kubernetes: v1.35.5     # and the live Cluster asks for v1.34.4',
    remedy: 'look at the engine for what is not synced, and at kubectl describe cluster for the rest',
  },
  'control-plane': {
    summary:
      'The TenantControlPlane is Ready on its version, with all its pods, on different management nodes.',
    why: "With too few pods, or all on one node, the next drain of a management node takes the tenant's API server with it.",
    example: 'controlPlane: {replicas: 3}     # and 1 of 3 pods is ready',
    remedy: 'look at kubectl describe tenantcontrolplane and at the pods in the namespace of the tenant',
  },
  endpoint: {
    summary:
      'The VIP is the endpoint of the TenantControlPlane and of its Service, and an API server answers there.',
    why: 'Workers join and kubectl works by the VIP alone: with another endpoint, or none, the tenant is out of reach.',
    example: 'controlPlane: {vip: 10.4.0.101}     # and the Service has 10.4.0.20',
    remedy: 'look at kubectl describe service: MetalLB says there why it gave no address',
  },
  nodes: {
    summary: 'There are as many Nodes as the pools allow, and all of them are Ready.',
    why: 'A Node that is not Ready runs nothing new, and one too few or too many means that the machines and the file disagree.',
    example: 'pools: {general: {size: small, nodes: {min: 1, max: 5}}}     # and there are 9 Nodes',
    remedy: 'look at the Machines in the namespace of the tenant, and at kubectl describe node',
  },
  logs: {
    summary: 'The API server reads the log of a pod.',
    why: 'Logs, exec and webhooks go through Konnectivity: without it the tenant looks alive and cannot be operated.',
    example: 'kubectl logs POD     # in the tenant: no agent available',
    remedy: 'look at the pods of konnectivity-agent in kube-system of the tenant',
  },
  dns: {
    summary: 'The DNS Service of the tenant has its address, and a pod on every Node.',
    why: 'The kubelet gives every pod that address: without it, or without a pod on a Node, names are not resolved there.',
    example: 'kubectl -n kube-system get service kaas-dns     # not found',
    remedy: 'look at the ClusterResourceSet kaas-dns, and at the pods of kaas-dns in the tenant',
  },
  network: {
    summary: 'Pods answer across Nodes, over the pod network.',
    why: 'A CNI that is half installed, or a wrong MTU, lets everything look ready while pods on different Nodes do not reach one another.',
    example: 'cni: {name: cilium, mtu: 9000}     # on a network of 1500',
    remedy: "look at the CNI's pods on the Nodes that are named",
  },
  autoscaler: {
    summary: 'A tenant whose pools have bounds has its autoscaler, running.',
    why: 'Without it pods stay Pending, and Nodes that nobody needs stay.',
    example:
      'pools: {general: {size: small, nodes: {min: 1, max: 5}}}     # and there is no Deployment cluster-autoscaler',
    remedy: 'look at the log of the CronJob of the autoscaler in kaas-system',
  },
  scale: {
    summary: 'A pod that finds no room gets a Node, and the Node goes when the pod has gone.',
    why: 'It is the only proof that the autoscaler, Cluster API, Proxmox and the network work together.',
    example: 'kaas verify acme --scale     # and no Node came within 15 minutes',
    remedy: 'look at the log of the cluster-autoscaler, and at the newest Machine',
  },
  shield: {
    summary: 'The live Cluster of a tenant that is being removed has lost its shield before its file goes.',
    why: 'While it has the shield, no engine deletes it: deleting the file now would leave it over, and its machines running.',
    example: 'state: removing     # merged, and not synced yet',
    remedy: 'wait until the engine has synced, then ask again',
  },
  removed: {
    summary: 'Nothing is left of a tenant whose file and Cluster are gone but its namespace.',
    why: 'VMs, addresses and the VIP that are left over cost money, and are handed out to nobody.',
    example: 'kaas verify gone     # and a ProxmoxMachine is still there',
    remedy: 'look at the object that is named, and at the controller that holds it',
  },
  leftover: {
    summary: 'Every Cluster of ours has its file.',
    why: 'A Cluster with a shield survives its file on either engine, without a word: its machines run on, and no check knows of its VIP and addresses.',
    example: '# tenants/acme.yaml is deleted in the commit that set state: removing',
    remedy: 'take the file back from Git, then remove the tenant in two commits',
  },
} as const satisfies Record<string, Words>;

/** What kaas verify looks at; the id of its rule is `live-` and this. */
export type LiveCheck = keyof typeof words;

/** Every rule about what is live. */
export const liveRules: readonly RuleDescription[] = Object.entries(words).map(([check, rule]) => ({
  id: `live-${check}`,
  by: 'kaas verify',
  severity: 'error',
  ...rule,
}));
