import { ownedArgs } from '../kamaji-owned.ts';
import type { Rule } from '../rule.ts';

const components = ['apiServer', 'controllerManager', 'scheduler'] as const;

export const rule: Rule = {
  id: 'control-plane-args',
  severity: 'error',
  summary: 'Arguments of the control plane leave alone those that Kamaji sets.',
  why: "Kamaji drops a second one of the API server without a word, so that the file says what is not; one of the controller manager overrides Kamaji's and breaks it.",
  example: 'controlPlane: {vip: 10.4.0.110, apiServer: {args: {secure-port: "8443"}}}',
  remedy: 'remove it',
  *check({ tenants }) {
    for (const tenant of tenants) {
      for (const component of components) {
        const owned: Readonly<Record<string, string>> = ownedArgs[component];
        for (const name of Object.keys(tenant[component].args)) {
          const instead = Object.hasOwn(owned, name) ? owned[name] : undefined;
          if (instead === undefined) continue;
          yield {
            place: tenant.source.keyPlace(['controlPlane', component, 'args', name]),
            problem: `argument ${name} of ${component} is set by Kamaji`,
            allowed: instead === '' ? 'allowed: arguments that Kamaji leaves free' : `instead: ${instead}`,
          };
        }
      }
    }
  },
};
