import { levelsOf } from '../levels.ts';
import type { Rule } from '../rule.ts';

const reserved = [
  '/etc/kubernetes/',
  '/run/kubeadm/',
  '/run/cluster-api/',
  '/var/lib/kubelet/config.yaml',
  '/etc/containerd/certs.d/',
];

/** Source: Cluster API, bootstrap/kubeadm: kubeadm-join-config.yaml, placeholder and certificates are written there. */
export const rule: Rule = {
  id: 'file-reserved',
  severity: 'error',
  summary: 'Files leave alone the paths that kubeadm, Cluster API and mirrors write.',
  why: 'One of the two writers loses: the machine does not join, or uses no mirror.',
  example: 'machines: {files: [{path: /run/kubeadm/kubeadm-join-config.yaml, content: a}]}',
  remedy: 'choose another path; mirrors have a key of their own',
  *check(fleet) {
    for (const { machines, source, path } of levelsOf(fleet)) {
      for (const [index, file] of (machines.files ?? []).entries()) {
        const at = file?.path;
        if (at === undefined || !reserved.some((start) => at.startsWith(start))) continue;
        yield {
          place: source.place([...path, 'files', index, 'path']),
          problem: `file ${at} is written by something else`,
          allowed: `allowed: paths outside ${reserved.join(', ')}`,
        };
      }
    }
  },
};
