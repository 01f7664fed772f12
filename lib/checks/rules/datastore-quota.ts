import { mebibytesText, parseMebibytes } from '../../fleet/index.ts';
import type { Rule } from '../rule.ts';

/** Source: kamaji-etcd chart, whose defaults are 8Gi for both; etcd documentation, --quota-backend-bytes. */
export const rule: Rule = {
  id: 'datastore-quota',
  severity: 'error',
  summary: 'The quota of an etcd datastore is smaller than its volume.',
  why: 'The write-ahead log and the snapshots need room beside the database. A full volume stops every tenant at once, where a quota would only refuse writes.',
  example: `--- # platform/site.yaml
datastores:
  default: {driver: etcd, volume: 8Gi, quota: 8Gi, storageClass: ceph-rbd}`,
  remedy: 'lower the quota, or take a larger volume',
  *check({ site }) {
    for (const { name, quotaMiB, file } of site.datastores.values()) {
      const volume = parseMebibytes(file.volume ?? '');
      if (quotaMiB === undefined || volume === undefined || quotaMiB < volume) continue;
      yield {
        place: site.source.place(['datastores', name, file.quota === undefined ? 'volume' : 'quota']),
        problem: `quota ${mebibytesText(quotaMiB)} of datastore ${name} is not below its volume (${mebibytesText(volume)})`,
        allowed: `allowed: less than ${mebibytesText(volume)}`,
      };
    }
  },
};
