import { ownedVolumes } from '../kamaji-owned.ts';
import type { Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'volume-name',
  severity: 'error',
  summary: 'A volume of the API server has a name that no volume of Kamaji has.',
  why: 'Kamaji puts its own into the same pod: the pod is refused, or the certificates of the control plane are gone.',
  example: 'controlPlane: {vip: 10.4.0.110, volumes: {kine-config: {secret: a, mountPath: /etc/a}}}',
  remedy: 'rename it',
  *check({ tenants }) {
    for (const { volumes, source } of tenants) {
      for (const { name } of volumes) {
        if (!ownedVolumes.includes(name)) continue;
        yield {
          place: source.keyPlace(['controlPlane', 'volumes', name]),
          problem: `volume ${name} has the name of one of Kamaji's`,
          allowed: `allowed: names other than ${ownedVolumes.join(', ')}`,
        };
      }
    }
  },
};
