import type { Rule } from '../rule.ts';

/** Domains that Cluster API carries to the Node itself, and their subdomains. Source: Cluster API, labels.GetManagedLabels. */
const carried = ['node.cluster.x-k8s.io', 'node-restriction.kubernetes.io'];

/** Domains and keys that kubelet may register. Source: k8s.io/kubelet/pkg/apis/well_known_labels.go. */
const kubeletDomains = ['kubelet.kubernetes.io', 'node.kubernetes.io'];
const kubeletKeys = [
  'topology.kubernetes.io/zone',
  'topology.kubernetes.io/region',
  'failure-domain.beta.kubernetes.io/zone',
  'failure-domain.beta.kubernetes.io/region',
  'beta.kubernetes.io/instance-type',
];

export const rule: Rule = {
  id: 'label-domain',
  severity: 'error',
  summary: 'A label of a pool has a key that reaches the Node.',
  why: "kubelet does not start with a label of Kubernetes' own domains that is not made for it (\"unknown 'kubernetes.io' or 'k8s.io' labels specified with --node-labels\"): the machine stays Provisioned for ever.",
  example: 'pools: {general: {size: small, nodes: 1, labels: {storage.k8s.io/fast: "true"}}}',
  remedy: 'use a domain of your own, or one of those',
  *check({ tenants }) {
    for (const { pools, source } of tenants) {
      for (const { name, labels } of pools) {
        for (const key of Object.keys(labels)) {
          if (reachesNode(key)) continue;
          yield {
            place: source.keyPlace(['pools', name, 'labels', key]),
            problem: `label ${key} cannot be given to a Node`,
            allowed: `allowed: any other domain, node-role.kubernetes.io, ${[...carried, ...kubeletDomains].join(', ')}, ${kubeletKeys.slice(0, 2).join(', ')}`,
          };
        }
      }
    }
  },
};

function reachesNode(key: string): boolean {
  const [domain = '', name] = key.split('/');
  if (name === undefined || !(within(domain, 'kubernetes.io') || within(domain, 'k8s.io'))) return true;
  return (
    domain === 'node-role.kubernetes.io' ||
    [...carried, ...kubeletDomains].some((known) => within(domain, known)) ||
    kubeletKeys.includes(key) ||
    ownKeys.has(key)
  );
}

/** kubelet may register them, but knows better: a rule of its own refuses them. */
const ownKeys = new Set([
  'kubernetes.io/hostname',
  'kubernetes.io/os',
  'kubernetes.io/arch',
  'beta.kubernetes.io/os',
  'beta.kubernetes.io/arch',
]);

const within = (domain: string, parent: string): boolean =>
  domain === parent || domain.endsWith(`.${parent}`);
