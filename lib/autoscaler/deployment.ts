/** The Deployment of one tenant's cluster-autoscaler. */
import { KUBECONFIG_FOLDER, METRICS_PORT } from './flags.ts';
import { AUTOSCALER_NAME, HELD_ANNOTATION, KUBECONFIG_ANNOTATION, PROBLEM_ANNOTATION } from './names.ts';
import type { JsonObject } from './json.ts';

export interface DeploymentProps {
  /** Cluster whose kubeconfig Secret, NAME-kubeconfig, is mounted. */
  readonly cluster: string;
  readonly image: string;
  readonly flags: readonly string[];
  /** Why it must not run; undefined: it runs. */
  readonly held: string | undefined;
  /** What could not be followed, for whoever looks at the Deployment. */
  readonly problem: string | undefined;
  readonly kubeconfigChecksum: string | undefined;
}

/** Labels of the pods; immutable as a selector, so they never change between versions of the job. */
export const POD_LABELS: Readonly<Record<string, string>> = { 'app.kubernetes.io/name': AUTOSCALER_NAME };

/** Annotations of the Deployment itself. */
export function deploymentAnnotations(props: DeploymentProps): Readonly<Record<string, string>> {
  return {
    ...(props.held === undefined ? {} : { [HELD_ANNOTATION]: props.held }),
    ...(props.problem === undefined ? {} : { [PROBLEM_ANNOTATION]: props.problem }),
  };
}

/** `spec`. Recreate and one replica: two autoscalers of one tenant never act at once. */
export function deploymentSpec(props: DeploymentProps): JsonObject {
  const checksum = props.kubeconfigChecksum;
  return {
    replicas: props.held === undefined ? 1 : 0,
    revisionHistoryLimit: 2,
    strategy: { type: 'Recreate' },
    selector: { matchLabels: POD_LABELS },
    template: {
      metadata: {
        labels: POD_LABELS,
        ...(checksum === undefined ? {} : { annotations: { [KUBECONFIG_ANNOTATION]: checksum } }),
      },
      spec: podSpec(props),
    },
  };
}

function podSpec(props: DeploymentProps): JsonObject {
  return {
    serviceAccountName: AUTOSCALER_NAME,
    automountServiceAccountToken: true,
    enableServiceLinks: false,
    securityContext: {
      runAsNonRoot: true,
      runAsUser: 65532,
      runAsGroup: 65532,
      fsGroup: 65532,
      seccompProfile: { type: 'RuntimeDefault' },
    },
    containers: [container(props)],
    volumes: [{ name: 'kubeconfig', secret: { secretName: `${props.cluster}-kubeconfig` } }],
  };
}

/** Memory: 72 MiB were seen for a tenant of a few nodes (1.35.2); its caches grow with the tenant's pods. */
function container(props: DeploymentProps): JsonObject {
  return {
    name: AUTOSCALER_NAME,
    image: props.image,
    imagePullPolicy: 'IfNotPresent',
    args: props.flags,
    ports: [{ name: 'metrics', containerPort: METRICS_PORT, protocol: 'TCP' }],
    livenessProbe: {
      httpGet: { path: '/health-check', port: 'metrics' },
      periodSeconds: 30,
      timeoutSeconds: 5,
      failureThreshold: 4,
    },
    resources: { requests: { cpu: '20m', memory: '128Mi' }, limits: { memory: '512Mi' } },
    securityContext: {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    },
    volumeMounts: [{ name: 'kubeconfig', mountPath: KUBECONFIG_FOLDER, readOnly: true }],
  };
}
