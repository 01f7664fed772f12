/** The pure heart: from a Cluster and its TenantControlPlane to the objects that its autoscaler needs. */
import { createHash } from 'node:crypto';
import { deploymentAnnotations, deploymentSpec } from './deployment.ts';
import type { DeploymentProps } from './deployment.ts';
import { flagsFor, optionProblems } from './flags.ts';
import { reasonToHold } from './hold.ts';
import { imageFor } from './image.ts';
import type { JsonObject } from './json.ts';
import { KINDS } from './kube-object.ts';
import type { Kind, WantedObject } from './kube-object.ts';
import {
  AUTOSCALER_NAME,
  CLUSTER_NAME_LABEL,
  MANAGED_BY_LABEL,
  MANAGED_BY_VALUE,
  TENANT_ROLE,
  WANTED_ANNOTATION,
} from './names.ts';
import { networkPolicySpec } from './network-policy.ts';
import type { Cluster } from './cluster.ts';
import type { TenantControlPlane } from './control-plane.ts';
import type { Problem } from './problem.ts';
import type { Settings } from './settings.ts';

/** What the Deployment of ours that exists already says; kept where the Cluster cannot be followed. */
export interface Running {
  readonly image: string;
  readonly flags: readonly string[];
}

export interface Wanted {
  /** In the order of applying; empty if no image is known and nothing runs. */
  readonly objects: readonly WantedObject[];
  /** Why the Deployment has 0 replicas. */
  readonly held: string | undefined;
  readonly problems: readonly Problem[];
}

/** The wanted objects of `cluster`, which must not be deleting. Pure: equal input, equal output. */
export function wantedObjects(
  cluster: Cluster,
  controlPlane: TenantControlPlane | undefined,
  settings: Settings,
  running?: Running,
): Wanted {
  const version = controlPlane?.version ?? cluster.version;
  const known = imageFor(version, settings.images);
  const image = known ?? running?.image;
  const problems = [
    ...(known === undefined ? [unknownMinor(cluster, version, settings, running)] : []),
    ...optionProblems(cluster).map((text) => problem(cluster, 'bad-option', text)),
  ];
  const held = reasonToHold(cluster, controlPlane);
  if (image === undefined) return { objects: [], held, problems };
  const deployment = {
    cluster: cluster.name,
    image,
    flags: flagsFor(cluster, running?.flags ?? []),
    held,
    problem: problems.length === 0 ? undefined : problems.map(({ text }) => text).join('; '),
    kubeconfigChecksum: controlPlane?.kubeconfigChecksum,
  };
  return { objects: objects(cluster, controlPlane, settings, deployment), held, problems };
}

function objects(
  cluster: Cluster,
  controlPlane: TenantControlPlane | undefined,
  settings: Settings,
  deployment: DeploymentProps,
): readonly WantedObject[] {
  const contents: Record<Kind, JsonObject> = {
    ServiceAccount: { automountServiceAccountToken: false },
    RoleBinding: roleBinding(cluster),
    NetworkPolicy: {
      spec: networkPolicySpec({ endpoint: cluster.endpoint, controlPlane: controlPlane?.name, settings }),
    },
    Deployment: { spec: deploymentSpec(deployment) },
  };
  return KINDS.map((info) => {
    const annotations = info.kind === 'Deployment' ? deploymentAnnotations(deployment) : {};
    const { apiVersion, kind } = info;
    const content = contents[kind];
    const digest = digestOf([metadata(cluster, annotations), content]);
    const marked = { ...annotations, [WANTED_ANNOTATION]: digest };
    const body = { apiVersion, kind, metadata: metadata(cluster, marked), ...content };
    return { info, namespace: cluster.namespace, body };
  });
}

function roleBinding(cluster: Cluster): JsonObject {
  return {
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: TENANT_ROLE },
    subjects: [{ kind: 'ServiceAccount', name: AUTOSCALER_NAME, namespace: cluster.namespace }],
  };
}

/** The owner reference is the safety net: garbage collection takes what the job has missed. */
function metadata(cluster: Cluster, annotations: Readonly<Record<string, string>>): JsonObject {
  return {
    name: AUTOSCALER_NAME,
    namespace: cluster.namespace,
    labels: {
      'app.kubernetes.io/name': AUTOSCALER_NAME,
      [MANAGED_BY_LABEL]: MANAGED_BY_VALUE,
      [CLUSTER_NAME_LABEL]: cluster.name,
    },
    annotations,
    ownerReferences: [
      {
        apiVersion: 'cluster.x-k8s.io/v1beta2',
        kind: 'Cluster',
        name: cluster.name,
        uid: cluster.uid,
        controller: false,
        blockOwnerDeletion: false,
      },
    ],
  };
}

function unknownMinor(
  cluster: Cluster,
  version: string | undefined,
  settings: Settings,
  running: Running | undefined,
): Problem {
  const known = Object.keys(settings.images).join(', ') || 'none';
  const meanwhile = running === undefined ? 'no autoscaler is started' : `${running.image} is kept`;
  const text = `no cluster-autoscaler image for Kubernetes ${version ?? '(no version)'}; known minors: ${known}; ${meanwhile}; add the minor to the platform's versions`;
  return problem(cluster, 'unknown-minor', text);
}

function problem(cluster: Cluster, code: Problem['code'], text: string): Problem {
  return { code, text, namespace: cluster.namespace, cluster: cluster.name };
}

/** Objects are built in one order of keys, so equal ones have equal text. */
function digestOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16);
}
