import type { Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'versions-missing',
  severity: 'error',
  summary: 'What the site installs is pinned.',
  why: 'Without versions.yaml, or without the chart that the site asks for, there is nothing to install.',
  example: `--- # platform/site.yaml
csi: {secret: proxmox-csi, storage: ceph-vms, storageClass: ceph-rbd}
--- # platform/versions.yaml
charts: {proxmox-csi-plugin: null}`,
  remedy: 'add the pin to platform/versions.yaml',
  *check({ site, versions }) {
    const { csi } = site.file;
    if (csi === undefined || versions === undefined) return;
    if (versions.charts['proxmox-csi-plugin'] !== undefined) return;
    yield {
      place: site.source.place(['csi']),
      problem: 'csi installs proxmox-csi, which versions.yaml does not pin',
      allowed: 'required: charts.proxmox-csi-plugin in versions.yaml',
      related: [{ place: versions.source.place(['charts']), note: 'the charts' }],
    };
  },
};
