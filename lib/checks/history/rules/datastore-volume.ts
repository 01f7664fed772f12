import type { HistoryRule } from '../history-rule.ts';

const fixed = ['volume', 'storageClass', 'endpoint'] as const;

/** Source: ValidateStatefulSetUpdate in pkg/apis/apps/validation of Kubernetes v1.35: volumeClaimTemplates cannot change. */
export const rule: HistoryRule = {
  id: 'datastore-volume',
  severity: 'warning',
  summary: 'The disks and the endpoint of a datastore stay.',
  why: 'The volume claims of a StatefulSet cannot change: the chart upgrade fails until they were changed by hand. Another endpoint is another database, without the state of the tenants.',
  earlier: `--- # platform/site.yaml
datastores: {default: {driver: etcd, volume: 10Gi, quota: 8Gi, storageClass: ceph-rbd}}`,
  example: `--- # platform/site.yaml
datastores: {default: {driver: etcd, volume: 20Gi, quota: 8Gi, storageClass: ceph-rbd}}`,
  remedy: 'change the claims or move the database by hand first, then accept the warning with the reason',
  *check(earlier, { site }) {
    for (const [name, { file }] of site.datastores) {
      const past = earlier.site.datastores.get(name)?.file;
      if (past === undefined) continue;
      for (const field of fixed) {
        const [was, is] = [past[field], file[field]];
        if (was === undefined || is === undefined || was === is) continue;
        yield {
          place: site.source.place(['datastores', name, field]),
          problem: `${field} ${is} takes the place of ${was}, with which datastore ${name} was made`,
          allowed: `allowed: ${was}`,
        };
      }
    }
  },
};
