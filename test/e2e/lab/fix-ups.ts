import { isRecord, type KubeObject, listAt, mapAt } from './object.ts';

/**
 * What every management cluster with CAPMOX v0.9.0 needs: without it a ClusterClass that changes a worker template is
 * refused by CAPMOX's webhook and by a rule of its CRD, although it is only Cluster API's dry run that changes it
 * (ionos-cloud/cluster-api-provider-proxmox#735; the fix, #832, is in no release that was seen).
 */
export function fixUp(object: KubeObject): KubeObject {
  if (object.kind === 'ValidatingWebhookConfiguration') return exemptDryRun(object);
  if (object.metadata.name === 'proxmoxmachinetemplates.infrastructure.cluster.x-k8s.io')
    return allowDiskChange(object);
  return object;
}

const webhookName = 'validation.proxmoxmachinetemplate.infrastructure.cluster.x-k8s.io';
const notTopologyDryRun = {
  name: 'not-topology-dry-run',
  expression:
    '!(has(request.dryRun) && request.dryRun && has(object.metadata.annotations) && ' +
    "'topology.cluster.x-k8s.io/dry-run' in object.metadata.annotations)",
};

function exemptDryRun(object: KubeObject): KubeObject {
  const webhooks = listAt(object, 'webhooks').filter(isRecord);
  return {
    ...object,
    webhooks: webhooks.map((webhook) =>
      webhook['name'] === webhookName ? { ...webhook, matchConditions: [notTopologyDryRun] } : webhook,
    ),
  };
}

const bootVolume =
  'schema.openAPIV3Schema.properties.spec.properties.template.properties.spec.properties.disks.properties.bootVolume';

function allowDiskChange(object: KubeObject): KubeObject {
  const copy = structuredClone(object);
  for (const version of listAt(copy, 'spec.versions')) {
    const schema = mapAt(version, bootVolume) as Record<string, unknown>;
    delete schema['x-kubernetes-validations'];
  }
  return copy;
}
