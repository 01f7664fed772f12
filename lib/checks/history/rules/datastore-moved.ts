import { livingTenants } from '../pairs.ts';
import type { HistoryRule } from '../history-rule.ts';

/** Source: controllers/soot/controllers/migrate.go and internal/datastore/etcd.go of Kamaji; not run by this project's lab. */
export const rule: HistoryRule = {
  id: 'datastore-moved',
  severity: 'warning',
  summary: 'Moving a living tenant to another datastore is done on purpose.',
  why: "Kamaji copies the tenant's state by a job, refuses writes to its API meanwhile, and rolls the control plane afterwards. A job that fails leaves the tenant read-only.",
  earlier: `controlPlane: {vip: 10.4.0.110}
--- # platform/site.yaml
datastores:
  default: {driver: etcd, volume: 10Gi, quota: 8Gi, storageClass: ceph-rbd}
  reports: {driver: etcd, volume: 10Gi, quota: 8Gi, storageClass: ceph-rbd}`,
  example: `controlPlane: {vip: 10.4.0.110, datastore: reports}
--- # platform/site.yaml
datastores:
  default: {driver: etcd, volume: 10Gi, quota: 8Gi, storageClass: ceph-rbd}
  reports: {driver: etcd, volume: 10Gi, quota: 8Gi, storageClass: ceph-rbd}`,
  remedy: 'back the tenant up first, plan the time, and accept the warning with the reason',
  *check(earlier, fleet) {
    for (const { was, is } of livingTenants(earlier, fleet)) {
      const [from, to] = [was.datastore, is.datastore];
      if (from === undefined || to === undefined || from.name === to.name || from.driver !== to.driver)
        continue;
      yield {
        place: is.source.place(['controlPlane', 'datastore']),
        problem: `the state of ${is.name} moves from datastore ${from.name} to ${to.name}`,
        allowed: `allowed without a migration: ${from.name}`,
      };
    }
  },
};
