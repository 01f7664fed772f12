import { listed } from '../../text.ts';
import type { HistoryRule } from '../history-rule.ts';

export const rule: HistoryRule = {
  id: 'datastore-removed',
  severity: 'error',
  summary: 'A datastore leaves the site file only after the last tenant in it.',
  why: 'The state of those tenants is in it until Kamaji has moved or deleted them, which happens after the merge. No engine deletes a DataStore, but nothing would back it up or upgrade it any more.',
  earlier: `controlPlane: {vip: 10.4.0.110, datastore: second}
--- # platform/site.yaml
datastores:
  default: {driver: etcd, volume: 10Gi, quota: 8Gi, storageClass: ceph-rbd}
  second: {driver: etcd, volume: 10Gi, quota: 8Gi, storageClass: ceph-rbd}`,
  example: `controlPlane: {vip: 10.4.0.110, datastore: default}
--- # platform/site.yaml
datastores:
  default: {driver: etcd, volume: 10Gi, quota: 8Gi, storageClass: ceph-rbd}`,
  remedy: 'put it back, and remove it in a later commit, when its last tenant is gone from it',
  *check(earlier, { site }) {
    for (const name of earlier.site.datastores.keys()) {
      const users = earlier.tenants.filter(({ datastore }) => datastore?.name === name);
      if (site.datastores.has(name) || users.length === 0) continue;
      yield {
        place: site.source.place(['datastores']),
        problem: `datastore ${name} is gone, which holds the state of ${listed(users.map((user) => user.name))}`,
        allowed: `allowed: datastores with ${name} among them`,
      };
    }
  },
};
