import { parseAddress } from '../../net/index.ts';
import type { Rule } from '../rule.ts';

/** Source: RFC 6125, 6.4.3, and Go's crypto/x509: a wildcard stands for one label, and not for a whole top-level domain. */
export const rule: Rule = {
  id: 'cert-san',
  severity: 'error',
  summary: 'A certSAN is a host name, a wildcard of a domain, or an IPv4 address.',
  why: 'Clients refuse the certificate for a name that looks right and is none, after the control plane has been rolled for it.',
  example: 'controlPlane: {vip: 10.4.0.110, certSANs: [10.4.0.300]}',
  remedy: 'correct it',
  *check({ tenants }) {
    for (const { file, source } of tenants) {
      for (const [index, name] of (file.controlPlane?.certSANs ?? []).entries()) {
        const fault = name === undefined ? undefined : faultOf(name);
        if (name === undefined || fault === undefined) continue;
        yield {
          place: source.place(['controlPlane', 'certSANs', index]),
          problem: `certSAN ${name} ${fault}`,
          allowed: 'allowed: acme.k8s.lab, *.acme.k8s.lab, 10.4.0.101',
        };
      }
    }
  },
};

function faultOf(name: string): string | undefined {
  const labels = name.split('.');
  if (parseAddress(name) === undefined && /^\d+$/.test(labels.at(-1) ?? ''))
    return 'looks like an address and is none';
  return name.startsWith('*.') && labels.length < 3 ? 'is a wildcard of a top-level domain' : undefined;
}
