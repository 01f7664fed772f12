import type { Rule } from '../rule.ts';

/** Source: Kamaji, addons.konnectivity.server.port, 8132 by default, on the Service of the API server. */
export const rule: Rule = {
  id: 'api-port',
  severity: 'error',
  summary: 'The port of the API server is not that of Konnectivity, 8132.',
  why: 'Both are ports of one Service: the API server of the management cluster refuses it, and there is no endpoint.',
  example: 'controlPlane: {vip: 10.4.0.110, port: 8132}',
  remedy: 'take 6443, or another port up to 32767',
  *check({ tenants }) {
    for (const { port, source } of tenants) {
      if (port !== 8132) continue;
      yield {
        place: source.place(['controlPlane', 'port']),
        problem: 'port 8132 is that of Konnectivity',
        allowed: 'allowed: 1 to 32767, except 8132',
      };
    }
  },
};
