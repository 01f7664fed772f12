import type { Rule } from '../rule.ts';

/** Source: kube-apiserver, validation of authentication options: --authentication-config and --oidc-* exclude each other. */
export const rule: Rule = {
  id: 'oidc-args',
  severity: 'error',
  summary: 'OIDC is configured in one way: by oidc, by arguments, or by a file of authentication-config.',
  why: 'The API server does not start with two of them.',
  example:
    'controlPlane: {vip: 10.4.0.110, oidc: lab, apiServer: {args: {oidc-issuer-url: "https://id.k8s.lab"}}}',
  remedy: 'keep one of the ways',
  *check({ tenants }) {
    for (const { apiServer, file, source } of tenants) {
      const names = Object.keys(apiServer.args);
      const byArgs = names.filter((name) => name.startsWith('oidc-'));
      const byFile = names.filter((name) => name === 'authentication-config');
      const known = file.controlPlane?.oidc !== undefined;
      const clashing = known ? [...byArgs, ...byFile] : byArgs.length > 0 ? byFile : [];
      for (const name of clashing) {
        yield {
          place: source.keyPlace(['controlPlane', 'apiServer', 'args', name]),
          problem: `argument ${name} clashes with ${known ? 'controlPlane.oidc' : `argument ${byArgs[0] ?? ''}`}`,
          allowed: 'allowed: oidc, oidc- arguments, or authentication-config',
          related: [
            {
              place: source.keyPlace([
                'controlPlane',
                ...(known ? ['oidc'] : ['apiServer', 'args', byArgs[0] ?? '']),
              ]),
              note: 'the other way',
            },
          ],
        };
      }
    }
  },
};
