import type { Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'csi-unused',
  severity: 'warning',
  summary: 'A datastore uses the StorageClass that csi makes.',
  why: 'csi is installed for the volumes of the etcd datastores; one that names another StorageClass waits for one that may not be there.',
  example: `--- # platform/site.yaml
csi: {secret: proxmox-csi, storage: ceph-vms, storageClass: proxmox}`,
  remedy: 'name it as storageClass of the datastore, or remove csi',
  *check({ site }) {
    const { csi } = site.file;
    if (csi === undefined) return;
    const used = [...site.datastores.values()].flatMap(({ file }) => file.storageClass ?? []);
    if (used.includes(csi.storageClass)) return;
    yield {
      place: site.source.place(['csi', 'storageClass']),
      problem: `no datastore uses the StorageClass ${csi.storageClass}`,
      allowed: `named by datastores: ${[...new Set(used)].join(', ') || 'none'}`,
    };
  },
};
