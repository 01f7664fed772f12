import type { Rule } from '../rule.ts';

/** What the chart kamaji-etcd appends to the name of one etcd (templates/_helpers.tpl, v0.17.0). */
const suffixes = ['client', 'ca', 'server-certs', 'peer-certs', 'client-certs'];

export const rule: Rule = {
  id: 'datastore-clash',
  severity: 'error',
  summary: 'No two etcd datastores share the name of a Service or a Secret.',
  why: "They lie in one namespace: the Service of default's clients is called as the members of a datastore default-client are, and each would answer for the other.",
  example: `--- # platform/site.yaml
datastores:
  default: {driver: etcd, volume: 10Gi, quota: 8Gi, storageClass: ceph-rbd}
  default-client: {driver: etcd, volume: 10Gi, quota: 8Gi, storageClass: ceph-rbd}`,
  remedy: 'call it something else before it has a tenant; a datastore cannot be renamed',
  *check({ site }) {
    const etcds = [...site.datastores.values()].filter(({ driver }) => driver === 'etcd');
    const names = new Set(etcds.map(({ name }) => name));
    for (const { name } of etcds)
      for (const suffix of suffixes) {
        const other = `${name}-${suffix}`;
        if (!names.has(other)) continue;
        yield {
          place: site.source.keyPlace(['datastores', other]),
          problem: `datastore ${other} takes a name that belongs to the etcd of ${name} (etcd-${other})`,
          allowed: `allowed: a name that is not ${name}- and one of ${suffixes.join(', ')}`,
          related: [{ place: site.source.keyPlace(['datastores', name]), note: name }],
        };
      }
  },
};
