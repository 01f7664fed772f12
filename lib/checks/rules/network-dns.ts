import { networksOf } from '../networks.ts';
import { addressText } from '../../net/index.ts';
import type { Rule } from '../rule.ts';

/** Source: kubelet's "Nameserver limits were exceeded"; resolv.conf(5), MAXNS. */
export const rule: Rule = {
  id: 'network-dns',
  severity: 'warning',
  summary: 'A network names each DNS server once, and at most three.',
  why: 'Resolvers use the first three and drop the rest, and kubelet warns of it on every pod.',
  example: `network: {subnet: 10.50.0.0/24, gateway: 10.50.0.1, dns: [10.4.0.53, 10.4.0.53], addresses: 10.50.0.10-10.50.0.20}`,
  remedy: 'keep the three that matter',
  *check(fleet) {
    for (const { network, source, path } of networksOf(fleet)) {
      const twice = network.dns.findIndex((address, index) => network.dns.indexOf(address) < index);
      if (twice < 0 && network.dns.length <= 3) continue;
      yield {
        place: source.place([...path, 'dns', twice < 0 ? 3 : twice]),
        problem:
          twice < 0
            ? `${String(network.dns.length)} DNS servers (${network.dns.map(addressText).join(', ')})`
            : `DNS server ${addressText(network.dns[twice] ?? network.gateway)} is named twice`,
        allowed: 'allowed: up to three DNS servers, each once',
      };
    }
  },
};
