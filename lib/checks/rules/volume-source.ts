import type { Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'volume-source',
  severity: 'error',
  summary: 'A volume of the API server has exactly one source: a Secret or a ConfigMap.',
  why: 'The API server of the management cluster refuses a volume with two sources or none, and with it the whole control plane.',
  example: 'controlPlane: {vip: 10.4.0.110, volumes: {authn: {mountPath: /etc/authn}}}',
  remedy: 'give secret or configMap, not both',
  *check({ tenants }) {
    for (const { volumes, source } of tenants) {
      for (const { name, secret, configMap } of volumes) {
        if ((secret === undefined) !== (configMap === undefined)) continue;
        yield {
          place: source.keyPlace(['controlPlane', 'volumes', name]),
          problem: `volume ${name} has ${secret === undefined ? 'no source' : 'two sources'}`,
          allowed: 'allowed: secret, or configMap',
        };
      }
    }
  },
};
