import type { Complaint } from '../../rule.ts';
import type { FleetDraft } from '../../../fleet/index.ts';
import { livingTenants } from '../pairs.ts';
import type { HistoryRule } from '../history-rule.ts';

/** Source: the CRD datastores.kamaji.clastix.io ("Datastore driver is immutable"); api/v1alpha1/tenantcontrolplane_types.go of Kamaji: no migration to another driver. */
export const rule: HistoryRule = {
  id: 'datastore-driver',
  severity: 'error',
  summary: "A living tenant's datastore keeps its driver.",
  why: 'Kamaji cannot carry the state of a cluster from one driver to another, and refuses another driver for a DataStore.',
  earlier: 'controlPlane: {vip: 10.4.0.110}',
  example: 'controlPlane: {vip: 10.4.0.110, datastore: reports}',
  remedy: 'take it back; another driver needs a new tenant',
  *check(earlier, fleet) {
    yield* moved(earlier, fleet);
    for (const [name, { driver }] of fleet.site.datastores) {
      const was = earlier.site.datastores.get(name)?.driver;
      if (was === undefined || was === driver) continue;
      yield {
        place: fleet.site.source.place(['datastores', name, 'driver']),
        problem: `driver ${driver} takes the place of ${was}, by which datastore ${name} was made`,
        allowed: `allowed: ${was}`,
        remedy: 'take it back; another driver needs a datastore of another name',
      };
    }
  },
};

function* moved(earlier: FleetDraft, fleet: FleetDraft): Iterable<Complaint> {
  for (const { was, is } of livingTenants(earlier, fleet)) {
    const [from, to] = [was.datastore, is.datastore];
    if (from === undefined || to === undefined || from.name === to.name || from.driver === to.driver)
      continue;
    yield {
      place: is.source.place(['controlPlane', 'datastore']),
      problem: `datastore ${to.name} (${to.driver}) takes the place of ${from.name} (${from.driver}), which holds the state of ${is.name}`,
      allowed: `allowed: ${from.name}, or another one of driver ${from.driver}`,
    };
  }
}
