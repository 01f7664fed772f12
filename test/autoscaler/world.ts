import { at, isArray } from '../../lib/autoscaler/json.ts';
import { KINDS } from '../../lib/autoscaler/kube-object.ts';
import { clusterObject, controlPlaneObject } from './sample.ts';
import { createStandIn } from './stand-in.ts';
import type { StandIn } from './stand-in.ts';

/** What people, Cluster API, Kamaji and the garbage collector do to a small fleet. */
export const EVENTS = [
  'create Cluster',
  'create Cluster',
  'create Cluster without label',
  'delete Cluster',
  'Cluster gone',
  'Cluster gone',
  'Cluster made again',
  'label off',
  'label on',
  'pause',
  'rotate kubeconfig',
  'upgrade',
  'control plane gone',
  'stranger',
  'stranger gone',
  'object lost',
  'object edited',
  'object loses label',
  'object loses owner',
  'object gains owner',
  'collect garbage',
] as const;

/** One event and where it happens; the numbers choose among what there is. */
export interface Happening {
  readonly event: (typeof EVENTS)[number];
  readonly namespace: number;
  readonly choice: number;
}

export interface World {
  readonly api: StandIn;
  readonly happen: (happening: Happening) => void;
}

/** Three namespaces; the first may hold two Clusters. */
export function createWorld(): World {
  const api = createStandIn(2);
  return { api, happen: (happening) => happen(api, happening) };
}

function happen(api: StandIn, { event, namespace: number, choice }: Happening): void {
  const namespace = `tenant-${number}`;
  const name = number === 0 && choice % 2 === 1 ? 'other' : 'main';
  if (event.includes('Cluster') || event.includes('label o') || event === 'pause')
    happenToCluster(api, event, namespace, name);
  else if (event === 'rotate kubeconfig')
    api.put('tenantcontrolplanes', controlPlaneObject({ name, namespace, checksum: `c${choice}` }));
  else if (event === 'upgrade')
    api.put(
      'tenantcontrolplanes',
      controlPlaneObject({ name, namespace, version: `v1.${34 + (choice % 3)}.0` }),
    );
  else if (event === 'control plane gone') api.drop('tenantcontrolplanes', namespace, name);
  else if (event === 'collect garbage') collectGarbage(api);
  else happenToObject(api, event, namespace, KINDS[choice % KINDS.length]?.plural ?? '');
}

function happenToCluster(api: StandIn, event: Happening['event'], namespace: string, name: string): void {
  const cluster = api.get('clusters', namespace, name);
  const create = (labels: Record<string, string>) =>
    api.put('clusters', clusterObject({ name, namespace, labels }));
  const change = (metadata: Record<string, unknown>) => {
    if (cluster !== undefined)
      api.put('clusters', { ...cluster, metadata: { ...cluster.metadata, ...metadata } });
  };
  const label = { 'kaas.lab/autoscaling': 'enabled' };
  if (event === 'create Cluster') {
    if (cluster === undefined) create(label);
    api.put('tenantcontrolplanes', controlPlaneObject({ name, namespace }));
  }
  if (event === 'create Cluster without label' && cluster === undefined) create({});
  if (event === 'delete Cluster') change({ deletionTimestamp: '2026-11-30T00:00:00Z' });
  if (event === 'Cluster gone' || event === 'Cluster made again') api.drop('clusters', namespace, name);
  if (event === 'Cluster made again') create(label);
  if (event === 'label off') change({ labels: {} });
  if (event === 'label on') change({ labels: label });
  if (event === 'pause') change({ annotations: { 'cluster.x-k8s.io/paused': '' } });
}

function happenToObject(api: StandIn, event: Happening['event'], namespace: string, plural: string): void {
  const object = api.get(plural, namespace, 'cluster-autoscaler');
  const isStranger = object?.['stranger'] === true;
  const owners: unknown = at(object, 'metadata', 'ownerReferences');
  const edit = (metadata: Record<string, unknown>) => {
    if (object !== undefined) api.put(plural, { ...object, metadata: { ...object.metadata, ...metadata } });
  };
  if (event === 'stranger' && object === undefined)
    api.put(plural, { metadata: { name: 'cluster-autoscaler', namespace }, stranger: true });
  if (event === 'stranger gone' && isStranger) api.drop(plural, namespace, 'cluster-autoscaler');
  if (event === 'object lost' && !isStranger) api.drop(plural, namespace, 'cluster-autoscaler');
  if (isStranger) return;
  if (event === 'object edited') edit({ annotations: {} });
  if (event === 'object loses label') edit({ labels: {} });
  if (event === 'object loses owner') edit({ ownerReferences: [] });
  if (event === 'object gains owner')
    edit({ ownerReferences: [...(isArray(owners) ? owners : []), { kind: 'ConfigMap', uid: 'x' }] });
}

/** As kube-controller-manager: an object goes when it has owners and none of them exists. */
export function collectGarbage(api: StandIn): void {
  const alive = new Set(api.all('clusters').map(({ metadata }) => metadata.uid));
  for (const { plural } of KINDS)
    for (const object of api.all(plural)) {
      const owners = at(object, 'metadata', 'ownerReferences');
      if (!isArray(owners) || owners.length === 0) continue;
      const kept = owners.some(
        (owner) => at(owner, 'kind') !== 'Cluster' || alive.has(String(at(owner, 'uid'))),
      );
      if (!kept) api.drop(plural, object.metadata.namespace, object.metadata.name);
    }
}
