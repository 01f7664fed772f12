import { at, type KubeObject, listAt, mapAt, numberAt, ownedBy, textAt } from '../object.ts';
import { kinds } from './kinds.ts';

/**
 * The TenantControlPlane that the provider makes from a KamajiControlPlane and its Cluster, field by field as
 * controllers/kamajicontrolplane_controller_tcp.go (v0.20.0) does. Ingress, Gateway and load balancer settings are
 * left out: no class of ours sets them.
 */
export function tenantControlPlane(controlPlane: KubeObject, cluster: KubeObject): KubeObject {
  const { name, namespace = '', labels = {}, annotations = {} } = controlPlane.metadata;
  const spec = mapAt(controlPlane, 'spec');
  const addons = mapAt(spec, 'addons');
  const coreDns = at(addons, 'coreDNS');
  const dns =
    coreDns === undefined ? listAt(spec, 'network.dnsServiceIPs') : listAt(coreDns, 'dnsServiceIPs');
  const port = numberAt(cluster, 'spec.clusterNetwork.apiServerPort');
  return {
    ...kinds.tenantControlPlane,
    metadata: { name, namespace, labels, annotations, ownerReferences: [ownedBy(controlPlane)] },
    spec: defined({
      dataStore: spec['dataStoreName'],
      dataStoreSchema: spec['dataStoreSchema'],
      dataStoreUsername: spec['dataStoreUsername'],
      addons: coreDns === undefined ? addons : { ...addons, coreDNS: {} },
      kubernetes: defined({
        version: textAt(spec, 'version').replace(/^v?/, 'v'),
        kubelet: spec['kubelet'],
        admissionControllers: spec['admissionControllers'],
      }),
      networkProfile: defined({
        port,
        serviceCidr: listAt(cluster, 'spec.clusterNetwork.services.cidrBlocks')[0],
        podCidr: listAt(cluster, 'spec.clusterNetwork.pods.cidrBlocks')[0],
        clusterDomain: at(cluster, 'spec.clusterNetwork.serviceDomain'),
        certSANs: at(spec, 'network.certSANs'),
        dnsServiceIPs: dns,
      }),
      controlPlane: {
        deployment: defined({
          replicas: spec['replicas'],
          nodeSelector: at(spec, 'deployment.nodeSelector'),
          affinity: at(spec, 'deployment.affinity'),
          tolerations: at(spec, 'deployment.tolerations'),
          topologySpreadConstraints: at(spec, 'deployment.topologySpreadConstraints'),
          extraArgs: defined({
            apiServer: at(spec, 'apiServer.extraArgs'),
            controllerManager: at(spec, 'controllerManager.extraArgs'),
            scheduler: at(spec, 'scheduler.extraArgs'),
          }),
          resources: defined({
            apiServer: at(spec, 'apiServer.resources'),
            controllerManager: at(spec, 'controllerManager.resources'),
            scheduler: at(spec, 'scheduler.resources'),
          }),
        }),
        service: {
          serviceType: textAt(spec, 'network.serviceType') || 'LoadBalancer',
          additionalMetadata: defined({
            labels: at(spec, 'network.serviceLabels'),
            annotations: at(spec, 'network.serviceAnnotations'),
          }),
        },
      },
    }),
  };
}

/** Without the fields that are not set. */
function defined(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
