import { Construct } from 'constructs';
import { Cluster, type ClusterSpec } from '../../../imports/index.ts';
import { autoscalerOptionsOf, namespaceOf, type Pool, type Tenant } from '../../fleet/index.ts';
import { compareText } from '../../finding/index.ts';
import { cidrText } from '../../net/index.ts';
import { classNamespace, workerClass } from '../class/class-generation.ts';
import { capacityAnnotations } from './capacity.ts';
import { type ClassValues, poolValues, tenantValues } from './class-values.ts';
import { annotations, labels, shield, waves } from './keys.ts';
import { machineLabels } from './node-labels.ts';

export interface TenantClusterProps {
  readonly tenant: Tenant;
  /** Name of the ClusterClass: the tenant's generation, or its variant if the tenant patches it. */
  readonly className: string;
}

/**
 * The Cluster of a tenant. It carries a shield against deletion by an engine while the tenant is active;
 * `state: removing` takes the shield away and changes nothing else.
 */
export class TenantCluster extends Construct {
  constructor(scope: Construct, id: string, { tenant, className }: TenantClusterProps) {
    super(scope, id);
    const values = tenantValues(tenant);
    new Cluster(this, 'cluster', {
      metadata: {
        name: tenant.name,
        namespace: namespaceOf(tenant),
        labels: clusterLabels(tenant),
        annotations: clusterAnnotations(tenant),
      },
      spec: {
        ...(tenant.paused ? { paused: true } : {}),
        clusterNetwork: {
          apiServerPort: tenant.port,
          pods: { cidrBlocks: [cidrText(tenant.pods)] },
          services: { cidrBlocks: [cidrText(tenant.services)] },
          serviceDomain: tenant.domain,
        },
        topology: {
          classRef: { name: className, namespace: classNamespace },
          version: tenant.version.text,
          controlPlane: { replicas: tenant.replicas },
          workers: {
            machineDeployments: tenant.pools.map((pool) => machineDeployment(tenant, pool, values)),
          },
          variables: variables(values),
        },
      },
    });
  }
}

function clusterLabels(tenant: Tenant): Record<string, string> {
  return {
    ...tenant.labels,
    [labels.tenant]: tenant.name,
    [labels.cni]: tenant.cni,
    [labels.dns]: 'daemonset',
    ...(tenant.pools.some(({ autoscaled }) => autoscaled) ? { [labels.autoscaling]: 'enabled' } : {}),
  };
}

function clusterAnnotations(tenant: Tenant): Record<string, string> {
  return {
    ...tenant.annotations,
    [annotations.owner]: tenant.owner,
    ...(tenant.cniClusterID === undefined ? {} : { [annotations.cniClusterID]: String(tenant.cniClusterID) }),
    ...(tenant.cniMtu === undefined ? {} : { [annotations.cniMtu]: String(tenant.cniMtu) }),
    ...autoscalerAnnotations(tenant),
    [annotations.argocdSyncWave]: waves.cluster,
    ...(tenant.state === 'active' ? shield : {}),
  };
}

/** Options that the autoscaler job reads; what is absent follows its defaults. */
function autoscalerAnnotations({ autoscaler }: Tenant): Record<string, string> {
  return Object.fromEntries(
    autoscalerOptionsOf(autoscaler).map(({ name, value }) => [`autoscaler.kaas.lab/${name}`, value]),
  );
}

type MachineDeployment = NonNullable<
  NonNullable<NonNullable<ClusterSpec['topology']>['workers']>['machineDeployments']
>[number];

function machineDeployment(tenant: Tenant, pool: Pool, values: ClassValues): MachineDeployment {
  const ownLabels = machineLabels(pool.labels);
  const ownAnnotations = { ...pool.annotations, ...heldAnnotation(pool), ...scalingAnnotations(pool) };
  return {
    class: workerClass,
    name: pool.name,
    // Cluster API refuses replicas together with the autoscaler's annotations, and a value from Git would drain workers at each sync.
    ...(pool.autoscaled ? {} : { replicas: pool.min }),
    ...(Object.keys(ownLabels).length + Object.keys(ownAnnotations).length === 0
      ? {}
      : {
          metadata: {
            ...(Object.keys(ownLabels).length === 0 ? {} : { labels: ownLabels }),
            ...(Object.keys(ownAnnotations).length === 0 ? {} : { annotations: ownAnnotations }),
          },
        }),
    deletion: {
      nodeDrainTimeoutSeconds: pool.drainSeconds,
      nodeVolumeDetachTimeoutSeconds: 300,
      nodeDeletionTimeoutSeconds: 60,
    },
    healthCheck: healthCheck(pool),
    rollout: {
      strategy: {
        type: 'RollingUpdate',
        rollingUpdate: { maxSurge: pool.maxSurge, maxUnavailable: pool.maxUnavailable },
      },
    },
    variables: { overrides: variables(poolValues(tenant, pool, values)) },
  };
}

/** Source: cluster-api api/core/v1beta2, ClusterTopologyDeferUpgradeAnnotation: any value but "" would do; it is looked up by key. */
function heldAnnotation({ heldVersion }: Pool): Record<string, string> {
  return heldVersion === undefined ? {} : { 'topology.cluster.x-k8s.io/defer-upgrade': 'true' };
}

function scalingAnnotations(pool: Pool): Record<string, string> {
  if (!pool.autoscaled) return {};
  return {
    'cluster.x-k8s.io/cluster-api-autoscaler-node-group-min-size': String(pool.min),
    'cluster.x-k8s.io/cluster-api-autoscaler-node-group-max-size': String(pool.max),
    ...capacityAnnotations(pool),
  };
}

function healthCheck({ health }: Pool): NonNullable<MachineDeployment['healthCheck']> {
  const { startupSeconds, notReadySeconds, maxUnhealthy } = health;
  return {
    checks: {
      nodeStartupTimeoutSeconds: startupSeconds,
      unhealthyNodeConditions: ['Unknown', 'False'].map((status) => ({
        type: 'Ready',
        status,
        timeoutSeconds: notReadySeconds,
      })),
    },
    remediation: { maxInFlight: 1, triggerIf: { unhealthyLessThanOrEqualTo: maxUnhealthy } },
  };
}

function variables(values: ClassValues): { name: string; value: unknown }[] {
  return Object.entries(values)
    .sort(([a], [b]) => compareText(a, b))
    .map(([name, value]) => ({ name, value }));
}
