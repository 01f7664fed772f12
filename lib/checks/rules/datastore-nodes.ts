import { counted } from '../text.ts';
import type { Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'datastore-nodes',
  severity: 'warning',
  summary: 'Each member of an etcd datastore has a management node of its own.',
  why: 'Members are spread over the nodes: two on one node go down with it, and the datastore with its quorum. That stops every tenant on it.',
  example: `--- # platform/site.yaml
datastores:
  default: {driver: etcd, volume: 10Gi, quota: 8Gi, storageClass: ceph-rbd, replicas: 5}`,
  remedy: 'add management nodes, or accept the warning with the reason',
  *check({ site }) {
    const nodes = site.managementNodes.size;
    for (const { name, driver, file } of site.datastores.values()) {
      const members = file.replicas ?? 3;
      if (driver !== 'etcd' || members <= nodes) continue;
      yield {
        place: site.source.place(['datastores', name]),
        problem: `datastore ${name} has ${String(members)} members on ${counted(nodes, 'management node')}`,
        allowed: `allowed: at most ${counted(nodes, 'member')}`,
        related: [{ place: site.source.place(['management', 'nodes']), note: 'the management nodes' }],
      };
    }
  },
};
