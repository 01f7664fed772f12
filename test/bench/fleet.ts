import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Address, addressPlus, addressText, parseAddress } from '../../lib/net/index.ts';

/** Pools of each tenant, as the target of the benchmark says. */
const pools = `pools:
  general: {size: medium, nodes: {min: 1, max: 5}}
  batch: {size: large, nodes: {min: 0, max: 3}}
  heavy:
    size: {cores: 8, memory: 32Gi, disk: 80Gi}
    nodes: 2
    labels: {tier: heavy}
    taints: [{key: tier, value: heavy, effect: NoSchedule}]
access: {view: [view], kubeconfig: [admins]}
`;

/** Writes a fleet of `count` tenants of three pools below `root`: a site that has room for them, and their files. */
export function writeFleet(root: string, repository: string, count: number): void {
  mkdirSync(join(root, 'platform'), { recursive: true });
  mkdirSync(join(root, 'tenants'), { recursive: true });
  for (const part of ['classes', 'versions.yaml'])
    cpSync(join(repository, 'platform', part), join(root, 'platform', part), { recursive: true });
  writeFileSync(join(root, 'platform/site.yaml'), site);
  for (let index = 0; index < count; index++) {
    writeFileSync(join(root, 'tenants', `t${String(index).padStart(5, '0')}.yaml`), tenant(index));
  }
}

function tenant(index: number): string {
  const vip = addressText(addressPlus(address('172.20.1.0'), index));
  const first = addressPlus(address('10.128.0.64'), index * 64);
  return `owner: team-${String(index)}@k8s.lab
kubernetes: ${index % 2 === 0 ? 'v1.35.5' : 'v1.34.4'}
controlPlane: {vip: ${vip}, replicas: 3, certSANs: [t${String(index)}.k8s.lab], oidc: lab}
network: {name: workers, addresses: ${addressText(first)}-${addressText(addressPlus(first, 31))}}
vmids: ${String(10_000 + index * 100)}-${String(10_099 + index * 100)}
${pools}`;
}

function address(text: string): Address {
  const parsed = parseAddress(text);
  if (parsed === undefined) throw new Error(text);
  return parsed;
}

const hosts = Array.from(
  { length: 40 },
  (_, index) =>
    `    pve${String(index)}: {address: 172.20.0.${String(index + 10)}, cores: 512, memory: 64Ti}`,
);

const site = `class: lab-tenant-1
gitops: {engine: argocd, repo: "https://git.k8s.lab/kaas.git", branch: main}
management:
  nodes: {mgmt-1: 172.20.0.2, mgmt-2: 172.20.0.3, mgmt-3: 172.20.0.4}
  pods: 10.42.0.0/16
  services: 10.43.0.0/16
proxmox:
  url: https://pve.k8s.lab:8006
  credentialsSecret: capmox-variables
  hosts:
${hosts.join('\n')}
  bridge: vmbr0
  storage: ceph-vms
networks:
  mgmt: {vlan: 4, subnet: 172.20.0.0/15, gateway: 172.20.0.1, dns: [172.20.0.5]}
  workers: {vlan: 30, subnet: 10.128.0.0/9, gateway: 10.128.0.1, dns: [172.20.0.5]}
vips: {network: mgmt, addresses: 172.20.1.0-172.21.255.250, interface: eth0.4}
datastores:
  default: {driver: etcd, volume: 8Ti, quota: 7Ti, storageClass: ceph-rbd}
images: [v1.34.4, v1.35.5]
sizes:
  medium: {cores: 4, memory: 8Gi, disk: 40Gi}
  large: {cores: 8, memory: 16Gi, disk: 80Gi}
oidc: {lab: {issuer: "https://id.k8s.lab", clientID: k8s, groupsClaim: groups}}
defaults: {cni: cilium, replicas: 2, pods: 192.168.0.0/16, services: 10.96.0.0/16}
`;
