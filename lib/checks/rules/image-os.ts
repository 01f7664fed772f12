import { levelsOf } from '../levels.ts';
import type { Rule } from '../rule.ts';

/** Why a machine of this system never joins. */
const unfit: Readonly<Record<string, string>> = {
  talos: 'a talos image cannot be joined by kubeadm',
  flatcar: 'a flatcar image wants Ignition, and the class writes cloud-config',
};

/**
 * Source: CAPMOX #291; Talos has neither cloud-init nor kubeadm. Flatcar's coreos-cloudinit knows neither runcmd nor
 * Jinja; CAPMOX's own template for it (templates/cluster-template-flatcar.yaml, v0.9.0) is `format: ignition` throughout.
 */
export const rule: Rule = {
  id: 'image-os',
  severity: 'warning',
  summary: 'The operating system of an image can be joined by kubeadm through cloud-init.',
  why: 'Talos reads a machine configuration of its own, Flatcar an Ignition file: both ignore the cloud-config that carries `kubeadm join`, so the VM starts and never becomes a Node. That CAPMOX does not wait for cloud-init there is set for you.',
  example: 'machines: {image: {os: talos}}',
  remedy: 'take an image with cloud-init and kubeadm, or accept the warning with the reason',
  *check(fleet) {
    for (const { machines, source, path } of levelsOf(fleet)) {
      const problem = unfit[machines.image?.os ?? ''];
      if (problem === undefined) continue;
      yield {
        place: source.place([...path, 'image', 'os']),
        problem,
        allowed: 'allowed: ubuntu, debian, rocky',
      };
    }
  },
};
