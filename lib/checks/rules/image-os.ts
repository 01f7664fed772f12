import { levelsOf } from '../levels.ts';
import type { Rule } from '../rule.ts';

/** Source: CAPMOX #291; Talos has neither cloud-init nor kubeadm. */
export const rule: Rule = {
  id: 'image-os',
  severity: 'warning',
  summary: 'The operating system of an image can be joined by kubeadm.',
  why: 'Talos reads a machine configuration of its own and ignores the cloud-config that carries `kubeadm join`: the VM starts and never becomes a Node. That CAPMOX does not wait for cloud-init there is set for you.',
  example: 'machines: {image: {os: talos}}',
  remedy: 'take an image with cloud-init and kubeadm, or accept the warning with the reason',
  *check(fleet) {
    for (const { machines, source, path } of levelsOf(fleet)) {
      if (machines.image?.os !== 'talos') continue;
      yield {
        place: source.place([...path, 'image', 'os']),
        problem: 'a talos image cannot be joined by kubeadm',
        allowed: 'allowed: ubuntu, debian, rocky, flatcar',
      };
    }
  },
};
