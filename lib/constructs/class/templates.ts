import type {
  KamajiControlPlaneTemplateSpec,
  KubeadmConfigTemplateSpec,
  ProxmoxClusterTemplateSpec,
  ProxmoxMachineTemplateSpec,
} from '../../../imports/index.ts';
import { providerIdArg } from './join-variables.ts';

// Placeholder addresses are of TEST-NET-1 (RFC 5737): every Cluster replaces them, and one that did not would reach nothing.

/** The endpoint belongs to Kamaji: with externalManagedControlPlane its provider writes it, and CAPMOX waits. */
export const proxmoxCluster: ProxmoxClusterTemplateSpec = {
  template: {
    spec: {
      externalManagedControlPlane: true,
      dnsServers: ['192.0.2.53'],
      ipv4Config: { addresses: ['192.0.2.10-192.0.2.11'], prefix: 24, gateway: '192.0.2.1' },
    },
  },
};

/**
 * No coreDNS addon: its Deployment keeps the last node alive, and an autoscaler at 0 adds one for it (cluster-api#5606);
 * the tenant's DNS is a DaemonSet of ours. The konnectivity agents tolerate everything, else logs and exec fail on tainted pools.
 */
export const kamajiControlPlane: KamajiControlPlaneTemplateSpec = {
  template: {
    spec: {
      dataStoreName: 'default',
      addons: { kubeProxy: {}, konnectivity: { agent: { tolerations: [{ operator: 'Exists' }] } } },
      apiServer: { resources: { requests: { cpu: '100m', memory: '320Mi' } } },
      controllerManager: { resources: { requests: { cpu: '50m', memory: '128Mi' } } },
      scheduler: { resources: { requests: { cpu: '25m', memory: '80Mi' } } },
      deployment: {},
      kubelet: { cgroupfs: 'systemd', preferredAddressTypes: ['InternalIP', 'ExternalIP', 'Hostname'] },
      network: {
        serviceType: 'LoadBalancer',
        serviceAnnotations: { 'metallb.io/loadBalancerIPs': '192.0.2.100' },
      },
    },
  },
};

export const kubeadmConfig: KubeadmConfigTemplateSpec = {
  template: {
    spec: {
      joinConfiguration: {
        nodeRegistration: { name: '{{ local_hostname }}', kubeletExtraArgs: [providerIdArg] },
      },
    },
  },
};

/** The tags are never empty: CAPMOX v0.9.0 starts no VM whose configuration it has nothing to change in. */
export const proxmoxMachine: ProxmoxMachineTemplateSpec = {
  template: {
    spec: {
      full: true,
      format: 'raw',
      templateSelector: { matchPolicy: 'uniqueSubset', matchTags: ['placeholder'] },
      tags: ['kaas'],
      disks: { bootVolume: { disk: 'scsi0', sizeGb: 40 } },
      network: { networkDevices: [{ name: 'net0', bridge: 'vmbr0', model: 'virtio' }] },
    },
  },
};
