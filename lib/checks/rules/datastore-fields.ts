import type { Rule } from '../rule.ts';

const ofEtcd = ['volume', 'quota', 'storageClass', 'replicas', 'defaultBudget'] as const;
const ofServer = ['endpoint', 'secret'] as const;

export const rule: Rule = {
  id: 'datastore-fields',
  severity: 'error',
  summary: 'A datastore says what its driver needs, and nothing else.',
  why: 'etcd is installed here and needs its volumes; PostgreSQL, MySQL and NATS exist already and need a server and its credentials.',
  example: `--- # platform/site.yaml
datastores:
  default: {driver: PostgreSQL}`,
  remedy: 'add what is missing, and remove the rest',
  *check({ site }) {
    for (const { name, driver, file } of site.datastores.values()) {
      const etcd = driver === 'etcd';
      const missing = (etcd ? (['volume', 'storageClass'] as const) : ofServer).filter(
        (key) => file[key] === undefined,
      );
      const strange = (etcd ? ofServer : ofEtcd).filter((key) => file[key] !== undefined);
      if (missing.length + strange.length === 0) continue;
      const faults = [
        ...(missing.length > 0 ? [`lacks ${missing.join(' and ')}`] : []),
        ...(strange.length > 0 ? [`cannot have ${strange.join(' and ')}`] : []),
      ];
      yield {
        place: site.source.place(['datastores', name]),
        problem: `datastore ${name} (${driver}) ${faults.join(' and ')}`,
        allowed: `allowed: ${(etcd ? ofEtcd : ofServer).join(', ')}`,
      };
    }
  },
};
