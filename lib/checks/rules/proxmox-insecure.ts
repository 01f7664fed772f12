import type { Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'proxmox-insecure',
  severity: 'warning',
  summary: "The certificate of Proxmox's API is checked.",
  why: 'Unchecked, anyone on the way can take the token that may create and destroy every VM.',
  example: `--- # platform/site.yaml
proxmox: {insecure: true}`,
  remedy: 'give Proxmox a certificate of a known authority, or accept the warning with the reason',
  *check({ site }) {
    if (site.file.proxmox.insecure !== true) return;
    yield {
      place: site.source.place(['proxmox', 'insecure']),
      problem: 'proxmox.insecure (true) switches the check of the certificate off',
      allowed: 'allowed: false',
    };
  },
};
