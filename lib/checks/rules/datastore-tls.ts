import type { Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'datastore-tls',
  severity: 'error',
  summary: 'Only a datastore that is a server outside has a tlsSecret.',
  why: 'The certificates of an etcd are made with it, and Kamaji is given those.',
  example: `--- # platform/site.yaml
datastores:
  default: {driver: etcd, volume: 10Gi, quota: 8Gi, storageClass: ceph-rbd, tlsSecret: etcd-tls}`,
  remedy: 'remove it',
  *check({ site }) {
    for (const { name, driver, file } of site.datastores.values()) {
      if (driver !== 'etcd' || file.tlsSecret === undefined) continue;
      yield {
        place: site.source.keyPlace(['datastores', name, 'tlsSecret']),
        problem: `datastore ${name} (etcd) cannot have tlsSecret`,
        allowed: 'allowed: tlsSecret of PostgreSQL, MySQL and NATS',
      };
    }
  },
};
