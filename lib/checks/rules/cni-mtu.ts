import type { Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'cni-mtu',
  severity: 'error',
  summary: 'The MTU of the pods leaves room for 50 bytes of encapsulation in that of the network.',
  why: 'Large packets between nodes are dropped: names resolve and small requests work, downloads hang.',
  example:
    'network: {name: acme, addresses: 10.40.0.10-10.40.0.29, mtu: 1500}\ncni: {name: cilium, mtu: 1500}',
  remedy: 'lower cni.mtu, or leave it out: the network plugin measures it',
  *check({ tenants }) {
    for (const { cniMtu, network, source } of tenants) {
      const mtu = network?.mtu;
      // 1 takes the MTU of the bridge, which is not known here.
      if (cniMtu === undefined || mtu === undefined || mtu === 1 || cniMtu + 50 <= mtu) continue;
      yield {
        place: source.place(['cni', 'mtu']),
        problem: `pods with MTU ${String(cniMtu)} do not fit into a network with ${String(mtu)}`,
        allowed: `allowed: at most ${String(mtu - 50)}`,
      };
    }
  },
};
