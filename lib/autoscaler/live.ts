/** Objects named cluster-autoscaler as they are in the management cluster, ours or not. */
import { at, isArray, isObject, textAt, textsAt } from './json.ts';
import type { JsonObject } from './json.ts';
import type { KindInfo } from './kube-object.ts';
import { AUTOSCALER_NAME, MANAGED_BY_LABEL, MANAGED_BY_VALUE } from './names.ts';
import type { Running } from './wanted.ts';

export interface LiveObject {
  readonly info: KindInfo;
  readonly namespace: string;
  readonly uid: string;
  readonly resourceVersion: string;
  /** It carries our label. */
  readonly ours: boolean;
  readonly deleting: boolean;
  readonly owners: readonly Owner[];
  /** The object without managedFields and status. */
  readonly body: JsonObject;
}

interface Owner {
  readonly isCluster: boolean;
  readonly name: string;
  readonly uid: string;
}

/** The object in an item of a list, or undefined if the item has no identity or another name. */
export function readLive(info: KindInfo, item: unknown): LiveObject | undefined {
  const [name, namespace, uid, resourceVersion] = ['name', 'namespace', 'uid', 'resourceVersion'].map((key) =>
    textAt(item, 'metadata', key),
  );
  if (!isObject(item) || name !== AUTOSCALER_NAME) return undefined;
  if (namespace === undefined || uid === undefined || resourceVersion === undefined) return undefined;
  return {
    info,
    namespace,
    uid,
    resourceVersion,
    ours: textsAt(item, 'metadata', 'labels')[MANAGED_BY_LABEL] === MANAGED_BY_VALUE,
    deleting: at(item, 'metadata', 'deletionTimestamp') !== undefined,
    owners: readOwners(at(item, 'metadata', 'ownerReferences')),
    // Items of a list of built-in kinds come without these two.
    body: { apiVersion: info.apiVersion, kind: info.kind, ...withoutBallast(item) },
  };
}

/** Uid of the Cluster that the object belongs to, if it is ours and that is its only owner. */
export function provenOwner(object: LiveObject): string | undefined {
  const [owner, ...others] = object.owners;
  return object.ours && others.length === 0 && owner?.isCluster === true ? owner.uid : undefined;
}

/** May an apply for the Cluster `uid` be forced on the object? Ours, and no other Cluster's. */
export function belongsTo(object: LiveObject, uid: string): boolean {
  const clusters = object.owners.filter(({ isCluster }) => isCluster);
  return object.ours && clusters.every((owner) => owner.uid === uid);
}

/** Image and flags of a Deployment of ours. */
export function runningOf(deployment: LiveObject | undefined): Running | undefined {
  const containers = at(deployment?.body, 'spec', 'template', 'spec', 'containers');
  if (!isArray(containers)) return undefined;
  const container = containers.find((one) => at(one, 'name') === AUTOSCALER_NAME);
  const image = textAt(container, 'image');
  const flags = at(container, 'args');
  if (image === undefined || !isArray(flags)) return undefined;
  return { image, flags: flags.filter((flag) => typeof flag === 'string') };
}

function readOwners(value: unknown): readonly Owner[] {
  if (!isArray(value)) return [];
  return value.map((owner) => ({
    isCluster:
      at(owner, 'kind') === 'Cluster' && (textAt(owner, 'apiVersion') ?? '').startsWith('cluster.x-k8s.io/'),
    name: textAt(owner, 'name') ?? '',
    uid: textAt(owner, 'uid') ?? '',
  }));
}

/** A thousand Deployments are kept at once: half of each would be bookkeeping that is never looked at. */
function withoutBallast(item: JsonObject): JsonObject {
  const metadata = without(at(item, 'metadata'), 'managedFields');
  return { ...without(item, 'status'), metadata };
}

function without(value: unknown, key: string): JsonObject {
  return isObject(value) ? Object.fromEntries(Object.entries(value).filter(([name]) => name !== key)) : {};
}
