import type { Chart } from 'cdk8s';
import { BGPAdvertisement, BGPPeer, IPAddressPool, L2Advertisement } from '../../imports/index.ts';
import type { Site } from '../fleet/index.ts';
import { compareText } from '../finding/index.ts';
import { keep } from './keep.ts';
import { namespaces, vipPool } from './names.ts';
import { objectsOf, type PlatformObject } from './object.ts';

type BgpFile = NonNullable<Site['file']['vips']['bgp']>;

/** The addresses that MetalLB may hand out, and to whom it tells of them. */
export function vipObjects(site: Site): PlatformObject[] {
  const { addresses, interface: onInterface, bgp } = site.file.vips;
  return objectsOf((chart) => {
    new IPAddressPool(chart, 'pool', {
      metadata: metadata(vipPool),
      spec: {
        addresses: typeof addresses === 'string' ? [addresses] : addresses,
        // A Service that names no address gets none: an address is a tenant's, and only its file gives it away.
        autoAssign: false,
      },
    });
    if (bgp === undefined) {
      new L2Advertisement(chart, 'l2', {
        metadata: metadata(vipPool),
        spec: {
          ipAddressPools: [vipPool],
          ...(onInterface === undefined ? {} : { interfaces: [onInterface] }),
        },
      });
    } else addBgp(chart, bgp);
  });
}

function addBgp(chart: Chart, bgp: BgpFile): void {
  new BGPAdvertisement(chart, 'bgp', { metadata: metadata(vipPool), spec: { ipAddressPools: [vipPool] } });
  for (const [name, peer] of Object.entries(bgp.peers).sort(([a], [b]) => compareText(a, b)))
    new BGPPeer(chart, name, {
      metadata: metadata(name),
      spec: {
        myASN: bgp.asn,
        peerASN: peer.asn ?? bgp.asn,
        peerAddress: peer.address,
        ...(peer.multihop === true ? { ebgpMultiHop: true } : {}),
        ...(peer.nodes === undefined ? {} : { nodeSelectors: [{ matchLabels: peer.nodes }] }),
        ...(peer.secret === undefined
          ? {}
          : { passwordSecret: { name: peer.secret, namespace: namespaces.metallb } }),
      },
    });
}

function metadata(name: string): {
  name: string;
  namespace: string;
  annotations: Readonly<Record<string, string>>;
} {
  return { name, namespace: namespaces.metallb, annotations: keep };
}
