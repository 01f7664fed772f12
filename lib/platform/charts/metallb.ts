import { parseImage, type Site, type Versions } from '../../fleet/index.ts';
import { type ChartRelease, rewrittenCertificates } from '../bundle.ts';
import { namespaces } from '../names.ts';
import { chartSource } from './source.ts';

/** MetalLB: hands out the tenants' VIPs and announces them. */
export function metallb(site: Site, versions: Versions): ChartRelease {
  const { bgp, loadBalancerClass } = site.file.vips;
  return {
    release: 'metallb',
    namespace: namespaces.metallb,
    source: chartSource(versions, 'metallb'),
    rewritten: rewrittenCertificates,
    values: {
      ...(loadBalancerClass === undefined ? {} : { loadBalancerClass }),
      controller: {
        image: image(versions.images['metallb-controller']),
        resources: { requests: { cpu: '10m', memory: '64Mi' }, limits: { memory: '256Mi' } },
      },
      speaker: {
        image: image(versions.images['metallb-speaker']),
        resources: { requests: { cpu: '10m', memory: '64Mi' }, limits: { memory: '256Mi' } },
        // Control plane nodes carry node.kubernetes.io/exclude-from-external-load-balancers; where every management
        // node is one, nothing would be announced.
        ignoreExcludeLB: true,
        frr: { enabled: false },
      },
      // On by default in the chart (0.16.1), with a DaemonSet of FRR that announcing by ARP does not need.
      frrk8s: { enabled: bgp !== undefined },
    },
  };
}

function image(text: string): { repository: string; tag: string } {
  const { repository, pinnedTag } = parseImage(text);
  return { repository, tag: pinnedTag };
}
