import { keyspaceOf } from '../../../fleet/index.ts';
import type { HistoryRule } from '../history-rule.ts';
import { livingTenants } from '../pairs.ts';

/** Source: rules of the CRD tenantcontrolplanes.kamaji.clastix.io, "changing the dataStoreSchema is not supported" and the same for dataStoreUsername. */
export const rule: HistoryRule = {
  id: 'keyspace-changed',
  severity: 'error',
  summary: "A living tenant's keyspace keeps its name.",
  why: "The keyspace holds the cluster's whole state, and Kamaji refuses another name for it: the control plane would be stuck.",
  earlier: 'controlPlane: {vip: 10.4.0.110}',
  example: `--- # platform/site.yaml
datastores:
  default: {driver: etcd, keyspacePrefix: other}`,
  remedy: 'take the prefix back; another one needs a datastore of another name',
  *check(earlier, fleet) {
    for (const { was, is } of livingTenants(earlier, fleet)) {
      const [before, now] = [was, is].map(
        ({ name, datastore }) => datastore && keyspaceOf({ name, datastore }),
      );
      if (before === undefined || now === undefined || before === now || is.datastore === undefined) continue;
      yield {
        place: fleet.site.source.place(['datastores', is.datastore.name, 'keyspacePrefix']),
        problem: `${is.name} would look for its state in ${now}, and it is in ${before}`,
        allowed: `allowed: the prefix of ${before}`,
      };
    }
  },
};
