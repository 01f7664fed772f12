import { addressText, contains, parseAddress } from '../../net/index.ts';
import type { Site } from '../../fleet/index.ts';
import type { Complaint, Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'vips-announce',
  severity: 'error',
  summary:
    'VIPs are announced in one way: by ARP on an interface, or by BGP to routers that are different and are no VIPs.',
  why: 'MetalLB would take an interface for BGP silently and use it for nothing; two sessions with one router are refused by MetalLB ("duplicate BGPPeer").',
  example: `--- # platform/site.yaml
vips: {addresses: 10.4.0.100-10.4.0.199, interface: eth0.4, bgp: {asn: 64512, peers: {a: {address: 10.4.0.1}}}}`,
  remedy: 'keep one of them',
  *check({ site }) {
    const { bgp, interface: onInterface } = site.file.vips;
    if (bgp === undefined) return;
    if (onInterface !== undefined)
      yield {
        place: site.source.place(['vips', 'interface']),
        problem: `vips.interface (${onInterface}) is for ARP, and the addresses are announced by BGP`,
        allowed: 'allowed: interface or bgp',
      };
    yield* peers(site, bgp.peers);
  },
};

type Peers = NonNullable<Site['file']['vips']['bgp']>['peers'];

function* peers(site: Site, map: Peers): Iterable<Complaint> {
  const seen = new Map<string, string>();
  for (const [name, { address, nodes }] of Object.entries(map)) {
    const path = ['vips', 'bgp', 'peers', name, 'address'];
    const value = parseAddress(address);
    const vip =
      value === undefined
        ? undefined
        : site.vips.find((range) => contains(range, { first: value, last: value }));
    if (value !== undefined && vip !== undefined)
      yield {
        place: site.source.place(path),
        problem: `the router ${name} has the address of a VIP (${addressText(value)})`,
        allowed: 'allowed: an address outside vips.addresses',
        remedy: 'correct the address, or take it out of vips.addresses',
        related: [{ place: site.source.place(vip.path), note: 'the VIPs' }],
      };
    const key = `${address} ${JSON.stringify(nodes ?? {})}`;
    const other = seen.get(key);
    if (other !== undefined)
      yield {
        place: site.source.place(path),
        problem: `the routers ${other} and ${name} are one (${address})`,
        allowed: 'allowed: each address once for the same nodes',
        remedy: 'remove one of them',
        related: [{ place: site.source.place(['vips', 'bgp', 'peers', other, 'address']), note: other }],
      };
    else seen.set(key, name);
  }
}
