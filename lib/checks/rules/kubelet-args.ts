import { levelsOf } from '../levels.ts';
import type { Rule } from '../rule.ts';

/** Arguments that are set already, with the place where their value belongs. */
const owned: Readonly<Record<string, string>> = {
  'node-labels': 'labels of the pool',
  'register-with-taints': 'taints of the pool',
  'provider-id': 'nothing, Machines and Nodes are matched by it',
  'hostname-override': 'nothing, the Node is called like its Machine',
  'bootstrap-kubeconfig': 'nothing, kubeadm sets it',
  kubeconfig: 'nothing, kubeadm sets it',
  config: 'nothing, kubeadm sets it',
  'cluster-dns': 'services: the DNS address is its tenth',
  'cluster-domain': 'domain',
};

/** Source: Cluster API #13339 (duplicate names are refused); kubeadm, phases/kubelet/flags.go. */
export const rule: Rule = {
  id: 'kubelet-args',
  severity: 'error',
  summary: 'kubeletArgs leave alone the arguments that this project or kubeadm sets.',
  why: 'A second one of the same name is refused with the whole template, or overrides the first so that the machine never joins.',
  example: 'machines: {kubeletArgs: {node-labels: tier=heavy}}',
  remedy: 'remove it',
  *check(fleet) {
    for (const { machines, source, path } of levelsOf(fleet)) {
      for (const name of Object.keys(machines.kubeletArgs ?? {})) {
        const instead = Object.hasOwn(owned, name) ? owned[name] : undefined;
        if (instead === undefined) continue;
        yield {
          place: source.keyPlace([...path, 'kubeletArgs', name]),
          problem: `kubelet argument ${name} is set already`,
          allowed: `instead: ${instead}`,
        };
      }
    }
  },
};
