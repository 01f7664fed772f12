import type { ClassVariable, Json } from './variable.ts';

const cluster = 'ProxmoxClusterTemplate';
const machine = 'ProxmoxMachineTemplate';
const text: { readonly [key: string]: Json } = { type: 'string', minLength: 1 };
const texts: { readonly [key: string]: Json } = { type: 'array', minItems: 1, items: text };
const bridge: { readonly [key: string]: Json } = { type: 'string', pattern: '^[-_.A-Za-z0-9]+$' };
const vlan: { readonly [key: string]: Json } = { type: 'integer', minimum: 1, maximum: 4094 };
const mtu: { readonly [key: string]: Json } = { type: 'integer', minimum: 1, maximum: 65520 };
const model: { readonly [key: string]: Json } = {
  type: 'string',
  enum: ['virtio', 'e1000', 'rtl8139', 'vmxnet3'],
};

const nic: { readonly [key: string]: Json } = {
  type: 'object',
  required: ['name', 'bridge', 'ipPoolRef'],
  properties: {
    name: { type: 'string', pattern: '^net[1-9]$' },
    bridge,
    model,
    vlan,
    mtu,
    ipPoolRef: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        required: ['apiGroup', 'kind', 'name'],
        properties: { apiGroup: text, kind: text, name: text },
      },
    },
  },
};

/** Network devices after the first. An index can only be appended to in a class's patch, hence one variable per device. */
const nics: readonly ClassVariable[] = [1, 2, 3].map((index) => ({
  name: `nic${String(index)}`,
  description: `Network device net${String(index)} of the machines, with the IP pool that its address comes from.`,
  schema: nic,
  patches: [{ template: machine, op: 'add', path: '/network/networkDevices/-' }],
}));

/** Variables of the infrastructure half: Proxmox through CAPMOX. */
export const infrastructureVariables: readonly ClassVariable[] = [
  {
    name: 'allowedNodes',
    description: 'Proxmox hosts that may run the machines.',
    required: true,
    schema: texts,
    patches: [{ template: cluster, op: 'add', path: '/allowedNodes' }],
  },
  {
    name: 'dnsServers',
    description: 'Name servers of the machines.',
    required: true,
    schema: texts,
    patches: [{ template: cluster, op: 'replace', path: '/dnsServers' }],
  },
  {
    name: 'ipv4Config',
    description:
      'Addresses of the machines with prefix, gateway and route metric. The VIP must not be among them: CAPMOX does not check it here.',
    required: true,
    schema: {
      type: 'object',
      required: ['addresses', 'prefix', 'gateway'],
      properties: {
        addresses: texts,
        prefix: { type: 'integer', minimum: 1, maximum: 32 },
        gateway: text,
        metric: { type: 'integer', minimum: 0 },
      },
    },
    patches: [{ template: cluster, op: 'replace', path: '/ipv4Config' }],
  },
  {
    name: 'memoryAdjustment',
    description: "Percent of a host's memory that CAPMOX may hand out; 0 switches the check off.",
    schema: { type: 'integer', minimum: 0, default: 100 },
    patches: [
      {
        template: cluster,
        op: 'add',
        path: '/schedulerHints',
        form: 'memoryAdjustment: {{ .memoryAdjustment }}',
      },
    ],
  },
  {
    name: 'workerSize',
    description:
      'Cores per socket, sockets, memory in MiB (a multiple of 8) and boot disk in GiB of a machine.',
    // Not required: Cluster API would ask for it at the Cluster although each pool overrides it.
    schema: {
      type: 'object',
      required: ['cores', 'sockets', 'memoryMiB', 'diskGiB'],
      properties: {
        cores: { type: 'integer', minimum: 1 },
        sockets: { type: 'integer', minimum: 1 },
        memoryMiB: { type: 'integer', minimum: 1024 },
        diskGiB: { type: 'integer', minimum: 5 },
      },
      'x-kubernetes-validations': [
        { rule: 'self.memoryMiB % 8 == 0', message: 'memoryMiB must be a multiple of 8' },
      ],
    },
    patches: [
      { template: machine, op: 'add', path: '/numCores', field: 'cores' },
      { template: machine, op: 'add', path: '/numSockets', field: 'sockets' },
      { template: machine, op: 'add', path: '/memoryMiB', field: 'memoryMiB' },
      { template: machine, op: 'replace', path: '/disks/bootVolume/sizeGb', field: 'diskGiB' },
    ],
  },
  {
    name: 'bootDisk',
    description: 'Device of the boot disk in the VM template.',
    schema: { type: 'string', pattern: '^(scsi|virtio|sata|ide)[0-9]+$', default: 'scsi0' },
    patches: [{ template: machine, op: 'replace', path: '/disks/bootVolume/disk' }],
  },
  {
    name: 'imageTag',
    description: 'Tag of the VM template, beside k8s-<version>.',
    schema: { type: 'string', pattern: '^[a-z0-9_][a-z0-9_+.-]*$', default: 'capi' },
    patches: [
      {
        template: machine,
        op: 'replace',
        path: '/templateSelector/matchTags',
        // The version is Cluster API's, not the file's: during an upgrade the pools follow after the control plane.
        form: '[{{ .imageTag | quote }}, "k8s-{{ .builtin.machineDeployment.version }}"]',
      },
    ],
  },
  {
    name: 'vmIDRange',
    description: 'Ids of the VMs, disjoint from those of every other cluster (CAPMOX #856).',
    schema: {
      type: 'object',
      required: ['start', 'end'],
      properties: { start: { type: 'integer', minimum: 100 }, end: { type: 'integer', maximum: 999999999 } },
      'x-kubernetes-validations': [
        { rule: 'self.start <= self.end', message: 'vmIDRange must not end before it starts' },
      ],
    },
    patches: [{ template: machine, op: 'add', path: '/vmIDRange' }],
  },
  {
    name: 'vmTags',
    description:
      'Proxmox tags of the VMs. Never empty: CAPMOX v0.9.0 starts no VM whose configuration it has nothing to change in.',
    schema: { ...texts, default: ['kaas'] },
    patches: [{ template: machine, op: 'replace', path: '/tags' }],
  },
  {
    name: 'storage',
    description: 'Storage of the boot disk.',
    schema: text,
    patches: [{ template: machine, op: 'add', path: '/storage' }],
  },
  {
    name: 'diskFormat',
    description: 'Format of the boot disk.',
    schema: { type: 'string', enum: ['raw', 'qcow2', 'vmdk'], default: 'raw' },
    patches: [{ template: machine, op: 'replace', path: '/format' }],
  },
  {
    name: 'proxmoxPool',
    description: 'Proxmox resource pool of the VMs.',
    schema: text,
    patches: [{ template: machine, op: 'add', path: '/pool' }],
  },
  {
    name: 'poolAllowedNodes',
    description: 'Proxmox hosts that may run the machines of one pool; those of the cluster if absent.',
    schema: texts,
    patches: [{ template: machine, op: 'add', path: '/allowedNodes' }],
  },
  {
    name: 'checks',
    description: 'What CAPMOX does not wait for: the end of cloud-init, the QEMU guest agent.',
    schema: {
      type: 'object',
      required: ['skipCloudInitStatus', 'skipQemuGuestAgent'],
      properties: { skipCloudInitStatus: { type: 'boolean' }, skipQemuGuestAgent: { type: 'boolean' } },
    },
    patches: [{ template: machine, op: 'add', path: '/checks' }],
  },
  {
    name: 'bridge',
    description: 'Bridge of the first network device.',
    schema: { ...bridge, default: 'vmbr0' },
    patches: [{ template: machine, op: 'add', path: '/network/networkDevices/0/bridge' }],
  },
  {
    name: 'vlan',
    description: 'VLAN tag of the first network device; untagged if absent.',
    schema: vlan,
    patches: [{ template: machine, op: 'add', path: '/network/networkDevices/0/vlan' }],
  },
  {
    name: 'nicModel',
    description: 'Model of the first network device.',
    schema: { ...model, default: 'virtio' },
    patches: [{ template: machine, op: 'add', path: '/network/networkDevices/0/model' }],
  },
  {
    name: 'mtu',
    description: "MTU of the first network device; the bridge's if absent or 1.",
    schema: mtu,
    patches: [{ template: machine, op: 'add', path: '/network/networkDevices/0/mtu' }],
  },
  ...nics,
];
