import { listed } from '../../text.ts';
import { livingTenants } from '../pairs.ts';
import type { HistoryRule } from '../history-rule.ts';

/** Source: kamaji#734, kamaji#747; CheckCertificateNamesAndIPs in internal/resources/api_server_certificate.go of Kamaji. */
export const rule: HistoryRule = {
  id: 'cert-san-removed',
  severity: 'warning',
  summary: "Names stay in the certificate of a living tenant's API server.",
  why: 'Kubeconfigs that were handed out with the name stop working when the certificate is made anew, which may be months later.',
  earlier: 'controlPlane: {vip: 10.4.0.110, certSANs: [api.acme.example]}',
  example: 'controlPlane: {vip: 10.4.0.110, certSANs: [k8s.acme.example]}',
  remedy:
    'keep the old name beside the new one until nobody uses it, then accept the warning with the reason',
  *check(earlier, fleet) {
    for (const { was, is } of livingTenants(earlier, fleet)) {
      const lost = was.certSANs.filter((name) => !is.certSANs.includes(name));
      if (lost.length === 0) continue;
      yield {
        place: is.source.place(['controlPlane', 'certSANs']),
        problem: `certSANs of ${is.name} loses ${listed(lost)}`,
        allowed: `allowed: ${listed([...new Set([...was.certSANs, ...is.certSANs])])}`,
      };
    }
  },
};
