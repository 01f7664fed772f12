import type { Path, Source } from '../../fleet/index.ts';
import type { Complaint, Rule } from '../rule.ts';

/** Source: Kubernetes documentation, "Configuring the API server", --oidc-username-prefix and --oidc-groups-prefix. */
export const rule: Rule = {
  id: 'oidc-prefix',
  severity: 'warning',
  summary: 'Names and groups of an OIDC provider carry a prefix.',
  why: 'Without one, whoever may name a group or a user at the provider can be system:masters in the tenant.',
  example:
    'controlPlane: {vip: 10.4.0.110, oidc: {issuer: "https://id.k8s.lab", clientID: k8s, groupsClaim: groups}}',
  remedy: 'add the prefix, such as "oidc:", or accept the warning with the reason',
  *check({ site, tenants }) {
    for (const [name, provider] of site.oidc) yield* complaints(provider, site.source, ['oidc', name]);
    for (const { file, source } of tenants) {
      const oidc = file.controlPlane?.oidc;
      if (typeof oidc === 'object') yield* complaints(oidc, source, ['controlPlane', 'oidc']);
    }
  },
};

interface Prefixes {
  readonly usernamePrefix?: string | undefined;
  readonly groupsClaim?: string | undefined;
  readonly groupsPrefix?: string | undefined;
}

function* complaints(provider: Prefixes, source: Source, path: Path): Generator<Complaint> {
  if (provider.usernamePrefix === '-')
    yield {
      place: source.place([...path, 'usernamePrefix']),
      problem: 'usernamePrefix "-" lets the provider name any user',
      allowed: 'allowed: a prefix; without the key it is the issuer and a #',
    };
  if (provider.groupsClaim !== undefined && (provider.groupsPrefix ?? '-') === '-')
    yield {
      place: source.keyPlace([...path, provider.groupsPrefix === undefined ? 'groupsClaim' : 'groupsPrefix']),
      problem: `groups of claim ${provider.groupsClaim} have no prefix`,
      allowed: 'allowed: groupsPrefix with a prefix',
    };
}
