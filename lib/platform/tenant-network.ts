import { stringify } from 'yaml';
import { HelmChartProxy } from '../../imports/index.ts';
import { idlePriority } from '../constructs/tenant/dns-manifests.ts';
import { baseAnnotations, labels } from '../constructs/tenant/keys.ts';
import { type ChartName, namespaceOf, type Tenant, type Versions } from '../fleet/index.ts';
import { cidrText } from '../net/index.ts';
import { objectsOf, type PlatformObject } from './object.ts';

/** A network plugin as the chart that installs it. */
interface Plugin {
  readonly chart: ChartName;
  readonly release: string;
  readonly namespace: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/**
 * The object that installs a tenant's network plugin in its cluster; none if the tenant brings its own. It lies in the
 * tenant's namespace, because the add-on provider looks for Clusters only there
 * (cluster-api-addon-provider-helm v0.6.4, helmchartproxy_controller.go).
 */
export function networkObjects(tenant: Tenant, versions: Versions): PlatformObject[] {
  const plugin = pluginOf(tenant);
  const pin = plugin && versions.charts[plugin.chart];
  if (plugin === undefined || pin === undefined) return [];
  return objectsOf((chart) => {
    new HelmChartProxy(chart, 'network', {
      metadata: { name: 'network', namespace: namespaceOf(tenant), annotations: baseAnnotations },
      spec: {
        clusterSelector: { matchLabels: { [labels.cni]: tenant.cni } },
        repoURL: pin.url,
        chartName: plugin.chart,
        version: pin.version,
        releaseName: plugin.release,
        namespace: plugin.namespace,
        reconcileStrategy: 'Continuous',
        // Not waited for: without a worker its pods stay pending, and that is no failure.
        options: { wait: false, install: { createNamespace: true } },
        valuesTemplate: stringify(plugin.values),
      },
    });
  });
}

function pluginOf(tenant: Tenant): Plugin | undefined {
  switch (tenant.cni) {
    case 'cilium':
      return { chart: 'cilium', release: 'cilium', namespace: 'kube-system', values: cilium(tenant) };
    case 'calico':
      return {
        chart: 'tigera-operator',
        release: 'calico',
        namespace: 'tigera-operator',
        values: calico(tenant),
      };
    case 'flannel':
      return { chart: 'flannel', release: 'flannel', namespace: 'kube-flannel', values: flannel(tenant) };
    case 'none':
      return undefined;
  }
}

/**
 * One operator pod, of a priority below the autoscaler's cutoff (-10): pending at 0 nodes, an ordinary one would start
 * a worker for its own sake, and the pool could never rest at 0.
 */
function cilium({ name, cniClusterID, cniMtu }: Tenant): Record<string, unknown> {
  return {
    cluster: { name, ...(cniClusterID === undefined ? {} : { id: cniClusterID }) },
    ipam: { mode: 'kubernetes' },
    ...(cniMtu === undefined ? {} : { MTU: cniMtu }),
    operator: { replicas: 1, priorityClassName: idlePriority },
  };
}

/** VXLAN without BGP: the tenant's network knows nothing of pods. */
function calico({ pods, cniMtu }: Tenant): Record<string, unknown> {
  return {
    installation: {
      controlPlaneReplicas: 1,
      calicoNetwork: {
        bgp: 'Disabled',
        ...(cniMtu === undefined ? {} : { mtu: cniMtu }),
        ipPools: [{ cidr: cidrText(pods), encapsulation: 'VXLAN' }],
      },
    },
    apiServer: { enabled: false },
    goldmane: { enabled: false },
    whisker: { enabled: false },
  };
}

function flannel({ pods, cniMtu }: Tenant): Record<string, unknown> {
  return {
    podCidr: cidrText(pods),
    flannel: { backend: 'vxlan', ...(cniMtu === undefined ? {} : { mtu: cniMtu }) },
  };
}
