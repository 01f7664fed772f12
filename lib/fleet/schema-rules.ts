import type { RuleDescription } from './reading-rule.ts';

/** Rules that hold a single value against the schema, or against the names that the site knows. */
export const schemaRules = {
  unknownKey: {
    id: 'unknown-key',
    severity: 'error',
    summary: 'Every key is one that the reference of the file lists.',
    why: 'A key with a slip in it would silently mean nothing.',
    example: 'controlPlane: {vpi: 10.4.0.101}',
    remedy: 'correct the key, or remove it; kaas explain FIELD tells what there is',
  },
  refusedKey: {
    id: 'refused-key',
    severity: 'error',
    summary: 'Knobs that the pinned versions cannot express are refused by name.',
    why: 'Accepting them would promise what no controller does.',
    example: 'pools: {ml: {size: large, nodes: 1, gpus: 1}}',
    remedy: 'remove the key; the message says what to do instead',
  },
  missingKey: {
    id: 'missing-key',
    severity: 'error',
    summary: 'Every key is there that has no default.',
    why: 'There is no value that would be right for every tenant.',
    example: 'controlPlane: {replicas: 3}     # and no vip',
    remedy: 'add the key; kaas new NAME writes a file that has them all',
  },
  badKey: {
    id: 'bad-key',
    severity: 'error',
    summary:
      'Names that are keys (of pools, networks, labels, ...) have the form that the objects made of them need.',
    why: 'The name ends in object names, labels and host names, whose forms Kubernetes and Proxmox fix.',
    example: 'pools: {Heavy_Nodes: {size: large, nodes: 2}}',
    remedy: 'rename it',
  },
  badValue: {
    id: 'bad-value',
    severity: 'error',
    summary: 'Every value has the type, form and bounds of its field.',
    why: 'A value of another form is refused by a controller after the merge, or means something else: 1.30 is the number 1.3.',
    example: 'kubernetes: 1.30',
    remedy: 'correct it; kaas explain FIELD tells what is allowed',
  },
  unknownSize: unknownName('size', 'sizes', 'pools: {general: {size: huge, nodes: 3}}'),
  unknownNetwork: unknownName(
    'network',
    'networks',
    'network: {name: acmee, addresses: 10.40.0.10-10.40.0.60}',
  ),
  unknownDatastore: unknownName(
    'datastore',
    'datastores',
    'controlPlane: {vip: 10.4.0.101, datastore: report}',
  ),
  unknownOidc: unknownName('oidc', 'oidc', 'controlPlane: {vip: 10.4.0.101, oidc: google}'),
  networkIncomplete: {
    id: 'network-incomplete',
    severity: 'error',
    summary: 'A tenant names a network of the site, or describes one with subnet, gateway and dns.',
    why: 'Machines get static addresses: without a prefix, gateway and name server they cannot join.',
    example: 'network: {vlan: 40, addresses: 10.40.0.10-10.40.0.60}',
    remedy: 'add name, or what is missing',
  },
  networkTwice: {
    id: 'network-twice',
    severity: 'error',
    summary: 'A tenant that names a network of the site does not describe it again.',
    why: 'Two tenants on one VLAN could then disagree about its subnet.',
    example: 'network: {name: acme, vlan: 41, addresses: 10.40.0.10-10.40.0.60}',
    remedy: 'remove name, or the description',
  },
  backupDriver: {
    id: 'backup-driver',
    severity: 'error',
    summary: 'The backup of a datastore says what its driver needs, and nothing else.',
    why: 'etcd is saved by its own tools, whose images are pinned; PostgreSQL and MySQL need an image with the dump program of their version.',
    example: 'reports: {driver: PostgreSQL, backup: {schedule: "0 3 * * *"}}     # and no image',
    remedy: 'add what the message names, or remove it',
  },
  sizeMemory: {
    id: 'size-memory',
    severity: 'error',
    summary: 'The memory of a machine is a multiple of 8Mi.',
    why: 'The CRD of CAPMOX refuses anything else (memoryMiB, multipleOf 8).',
    example: 'size: {cores: 2, memory: 4100Mi, disk: 30Gi}',
    remedy: 'round it up',
  },
  sizeDisk: {
    id: 'size-disk',
    severity: 'error',
    summary: 'The boot disk of a machine is at least 5Gi, in whole Gi.',
    why: 'The CRD of CAPMOX refuses anything else (disks.bootVolume.sizeGb, minimum 5).',
    example: 'size: {cores: 2, memory: 4Gi, disk: 4Gi}',
    remedy: 'make it larger',
  },
} as const satisfies Record<string, RuleDescription>;

function unknownName(what: string, map: string, example: string): RuleDescription {
  return {
    id: `unknown-${what}`,
    severity: 'error',
    summary: `A tenant names only entries of ${map} in the site file.`,
    why: 'Names keep what is shared in one place: a name that the site does not know has no meaning.',
    example,
    remedy: `name one that is there, or add it to ${map} of the site`,
  };
}
