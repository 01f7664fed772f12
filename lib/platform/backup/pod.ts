import { k8s } from 'cdk8s-plus-30';

/** The user of every container. A number, since the images name none. */
const user = 65532;

/** Volume of every job: what is fetched, restored and checked lies here and goes with the pod. */
export const scratch = { name: 'scratch', path: '/scratch' } as const;

/** Scratch file of the snapshot, in every job. */
export const snapshotFile = `${scratch.path}/snapshot.db`;

/** What a job's pod is made of; the rest is the same for all. */
export interface JobPod {
  readonly initContainers: readonly k8s.Container[];
  readonly container: k8s.Container;
  readonly volumes: readonly k8s.Volume[];
  readonly labels: Record<string, string>;
  /** Seconds until the pod is given up. */
  readonly deadlineSeconds: number;
}

/** The pod's template: keeps Pod Security `restricted`, and no token of the API server. */
export function podTemplate(pod: JobPod): k8s.PodTemplateSpec {
  return {
    metadata: { labels: pod.labels },
    spec: {
      restartPolicy: 'Never',
      automountServiceAccountToken: false,
      enableServiceLinks: false,
      activeDeadlineSeconds: pod.deadlineSeconds,
      securityContext: {
        runAsNonRoot: true,
        runAsUser: user,
        runAsGroup: user,
        fsGroup: user,
        seccompProfile: { type: 'RuntimeDefault' },
      },
      initContainers: [...pod.initContainers],
      containers: [pod.container],
      volumes: [...pod.volumes],
    },
  };
}

/** A container with least privilege. Its last lines become the pod's message when it fails. */
export function container(
  own: Pick<k8s.Container, 'name' | 'image' | 'command' | 'args' | 'env' | 'volumeMounts' | 'restartPolicy'>,
): k8s.Container {
  return {
    ...own,
    terminationMessagePolicy: 'FallbackToLogsOnError',
    resources: {
      requests: { cpu: k8s.Quantity.fromString('50m'), memory: k8s.Quantity.fromString('128Mi') },
    },
    securityContext: {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    },
  };
}

export const scratchVolume = (size: string): k8s.Volume => ({
  name: scratch.name,
  emptyDir: { sizeLimit: k8s.Quantity.fromString(size) },
});

export const scratchMount: k8s.VolumeMount = { name: scratch.name, mountPath: scratch.path };
