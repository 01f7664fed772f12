import { k8s } from 'cdk8s-plus-30';
import { Construct } from 'constructs';
import { dump } from 'js-yaml';
import { ClusterResourceSet } from '../../../imports/index.ts';
import { dnsServiceIPOf, namespaceOf, type Tenant } from '../../fleet/index.ts';
import { dnsManifests, dnsName } from './dns-manifests.ts';
import { annotations, baseAnnotations, labels, waves } from './keys.ts';

export interface TenantDnsProps {
  readonly tenant: Tenant;
  /** Image of CoreDNS. */
  readonly image: string;
}

/** The workload cluster's DNS: manifests in a ConfigMap, and the set that applies them to the tenant's Cluster. */
export class TenantDns extends Construct {
  constructor(scope: Construct, id: string, { tenant, image }: TenantDnsProps) {
    super(scope, id);
    const metadata = { name: dnsName, namespace: namespaceOf(tenant), annotations: baseAnnotations };
    new k8s.KubeConfigMap(this, 'manifests', {
      metadata,
      data: { 'kaas-dns.yaml': manifestsText(tenant, image) },
    });
    new ClusterResourceSet(this, 'set', {
      metadata: { ...metadata, annotations: setAnnotations },
      spec: {
        strategy: 'Reconcile',
        clusterSelector: { matchLabels: { [labels.dns]: 'daemonset' } },
        resources: [{ kind: 'ConfigMap', name: dnsName }],
      },
    });
  }
}

/**
 * In the Cluster's wave: Argo CD's own health check of a set stays Progressing until it was applied to a cluster
 * (resource_customizations/addons.cluster.x-k8s.io/ClusterResourceSet), so in an earlier one it would wait for ever.
 */
const setAnnotations = { ...baseAnnotations, [annotations.argocdSyncWave]: waves.cluster };

const texts = new Map<string, string>();

/** Few tenants differ in what their DNS is made of, and writing YAML is what a fleet's synth spends most of its time on. */
function manifestsText(tenant: Tenant, image: string): string {
  const key = JSON.stringify([image, dnsServiceIPOf(tenant), tenant.domain, tenant.network.dns]);
  const known = texts.get(key);
  if (known !== undefined) return known;
  const text = dnsManifests(tenant, image)
    .map((manifest) => dump(manifest, { lineWidth: -1, noRefs: true }))
    .join('---\n');
  texts.set(key, text);
  return text;
}
