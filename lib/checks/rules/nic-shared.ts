import type { Rule } from '../rule.ts';

/** Source: CAPMOX #16, the same fault for a further device. */
export const rule: Rule = {
  id: 'nic-shared',
  severity: 'error',
  summary: 'Further network devices are described by a tenant, not by the defaults of the site.',
  why: 'Each tenant would make its own pool of the same addresses, and machines of different tenants would take the same ones.',
  example: `--- # platform/site.yaml
defaults:
  cni: cilium
  replicas: 2
  pods: 10.244.0.0/16
  services: 10.96.0.0/16
  machines: {nics: [{network: shared, addresses: 10.30.0.200-10.30.0.250}]}`,
  remedy: 'move nics to machines of the tenants, each with its own addresses',
  *check({ site }) {
    const nics = site.file.defaults.machines?.nics ?? [];
    if (nics.length === 0) return;
    yield {
      place: site.source.place(['defaults', 'machines', 'nics']),
      problem: `defaults.machines has nics, whose addresses every tenant would hand out`,
      allowed: 'allowed: nics under machines of a tenant or of a pool',
    };
  },
};
