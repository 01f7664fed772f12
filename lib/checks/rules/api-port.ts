import type { Rule } from '../rule.ts';

/** Ports that other containers of the control plane's pod listen on. Source: Kamaji, internal/builders/controlplane (26.8.2-edge). */
const taken: ReadonlyMap<number, string> = new Map([
  [8132, 'Konnectivity'],
  [8133, "Konnectivity's administration"],
  [8134, "Konnectivity's health check"],
  [10257, 'the controller manager'],
  [10259, 'the scheduler'],
]);

/** Source: Kamaji, addons.konnectivity.server.port, 8132 by default, on the Service of the API server. */
export const rule: Rule = {
  id: 'api-port',
  severity: 'error',
  summary: 'The port of the API server is none that another part of the control plane listens on.',
  why: 'They share one pod, where one of the two does not start; 8132 is a port of the same Service as well, which the API server of the management cluster refuses. There is no endpoint.',
  example: 'controlPlane: {vip: 10.4.0.110, port: 8132}',
  remedy: 'take 6443, or another port up to 32767',
  *check({ tenants }) {
    for (const { port, source } of tenants) {
      const holder = taken.get(port);
      if (holder === undefined) continue;
      yield {
        place: source.place(['controlPlane', 'port']),
        problem: `port ${String(port)} is that of ${holder}`,
        allowed: `allowed: 1 to 32767, except ${[...taken.keys()].join(', ')}`,
      };
    }
  },
};
