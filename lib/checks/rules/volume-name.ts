import { auditVolume, ownedVolumes } from '../kamaji-owned.ts';
import type { Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'volume-name',
  severity: 'error',
  summary: 'A volume of the API server has a name that no volume of Kamaji or of the audit log has.',
  why: 'They are in the same pod: the pod is refused, or the certificates of the control plane are gone.',
  example: 'controlPlane: {vip: 10.4.0.110, volumes: {kine-config: {secret: a, mountPath: /etc/a}}}',
  remedy: 'rename it',
  *check({ tenants }) {
    for (const { volumes, auditPolicy, source } of tenants) {
      const owned = [...ownedVolumes, ...(auditPolicy === undefined ? [] : [auditVolume.name])];
      for (const { name } of volumes) {
        if (!owned.includes(name)) continue;
        yield {
          place: source.keyPlace(['controlPlane', 'volumes', name]),
          problem: `volume ${name} has the name of one that the control plane has already`,
          allowed: `allowed: names other than ${owned.join(', ')}`,
        };
      }
    }
  },
};
