/** What the job reads of a Cluster (cluster.x-k8s.io/v1beta2). */
import { at, isObject, textAt, textsAt } from './json.ts';
import { PAUSED_ANNOTATION } from './names.ts';

export const CLUSTERS_PATH = '/apis/cluster.x-k8s.io/v1beta2/clusters';

/** A Cluster that asks for an autoscaler. */
export interface Cluster {
  readonly name: string;
  readonly namespace: string;
  readonly uid: string;
  /** RFC 3339, as the API server writes it. */
  readonly created: string;
  /** It has a deletionTimestamp. */
  readonly deleting: boolean;
  /** `spec.paused` or the annotation of the same meaning. */
  readonly paused: boolean;
  /** `status.initialization.controlPlaneInitialized`: its API server has answered. */
  readonly initialized: boolean;
  /** `spec.topology.controlPlane.replicas` is 0: the tenant is asleep, or about to be. */
  readonly hibernated: boolean;
  /** `spec.topology.version`, such as v1.35.5. */
  readonly version: string | undefined;
  /** `spec.controlPlaneEndpoint`, once there is one. */
  readonly endpoint: Endpoint | undefined;
  readonly annotations: Readonly<Record<string, string>>;
}

export interface Endpoint {
  readonly host: string;
  readonly port: number;
}

/** The Cluster in an item of a list, or undefined if the item has no identity. */
export function readCluster(item: unknown): Cluster | undefined {
  const [name, namespace, uid] = ['name', 'namespace', 'uid'].map((key) => textAt(item, 'metadata', key));
  if (name === undefined || namespace === undefined || uid === undefined) return undefined;
  const annotations = textsAt(item, 'metadata', 'annotations');
  return {
    name,
    namespace,
    uid,
    annotations,
    created: textAt(item, 'metadata', 'creationTimestamp') ?? '',
    deleting: at(item, 'metadata', 'deletionTimestamp') !== undefined,
    paused: at(item, 'spec', 'paused') === true || PAUSED_ANNOTATION in annotations,
    initialized: at(item, 'status', 'initialization', 'controlPlaneInitialized') === true,
    hibernated: at(item, 'spec', 'topology', 'controlPlane', 'replicas') === 0,
    version: textAt(item, 'spec', 'topology', 'version'),
    endpoint: readEndpoint(at(item, 'spec', 'controlPlaneEndpoint')),
  };
}

function readEndpoint(value: unknown): Endpoint | undefined {
  if (!isObject(value)) return undefined;
  const host = textAt(value, 'host');
  const port = value['port'];
  return host !== undefined && typeof port === 'number' && port > 0 ? { host, port } : undefined;
}
