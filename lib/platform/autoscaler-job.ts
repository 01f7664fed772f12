import { createHash } from 'node:crypto';
import { k8s } from 'cdk8s-plus-30';
import { Construct } from 'constructs';
import { JOB_NAME, TENANT_ROLE } from '../autoscaler/names.ts';
import { jobRules, tenantRules } from '../autoscaler/rbac.ts';
import type { Settings } from '../autoscaler/settings.ts';

export interface AutoscalerJobProps {
  /** Namespace of the job; Pod Security `restricted` is kept. */
  readonly namespace: string;
  /** Stock Node image, 20 or later, best pinned as `repo:tag@sha256:...`. */
  readonly image: string;
  /** Text of the program, as `bundleAutoscaler()` gives it. */
  readonly program: string;
  readonly settings: Settings;
  /** Seconds between two runs of a Deployment; undefined: a CronJob that runs every minute. */
  readonly interval?: number;
}

/** Flag of Node: without it the collector lets garbage grow beyond the pod's limit before it acts. */
export const HEAP_LIMIT = '--max-old-space-size=96';

const folder = '/job';
const programFile = 'kaas-autoscaler.mjs';
const settingsFile = 'settings.json';
const healthPort = 8080;
const labels = { 'app.kubernetes.io/name': JOB_NAME };

/**
 * The job that gives every tenant its cluster-autoscaler: its account and rights, its program in a ConfigMap that
 * never changes (another program has another name), and the CronJob or Deployment that runs it.
 * The ConfigMap before is no longer in Git then, so the engine prunes it, last, when nothing starts from it any more;
 * the job itself may delete no ConfigMap. After a plain `kubectl apply`: `kubectl delete configmap` by the label.
 */
export class AutoscalerJob extends Construct {
  constructor(scope: Construct, id: string, props: AutoscalerJobProps) {
    super(scope, id);
    const { namespace } = props;
    const metadata = { name: JOB_NAME, namespace, labels };
    new k8s.KubeServiceAccount(this, 'account', { metadata, automountServiceAccountToken: false });
    this.addRights(props);
    new k8s.KubeNetworkPolicy(this, 'network-policy', { metadata, spec: networkPolicy(props.settings) });
    const data = {
      [programFile]: props.program,
      [settingsFile]: `${JSON.stringify(props.settings, null, 2)}\n`,
    };
    const configMap = `${JOB_NAME}-${digestOf(data)}`;
    new k8s.KubeConfigMap(this, 'program', {
      metadata: {
        name: configMap,
        namespace,
        labels,
        annotations: { 'argocd.argoproj.io/sync-options': 'PruneLast=true' },
      },
      immutable: true,
      data,
    });
    if (props.interval === undefined)
      new k8s.KubeCronJob(this, 'cron-job', { metadata, spec: cronJob(props, configMap) });
    else
      new k8s.KubeDeployment(this, 'deployment', {
        metadata,
        spec: deployment(props, configMap, props.interval),
      });
  }

  private addRights({ namespace, settings }: AutoscalerJobProps): void {
    new k8s.KubeClusterRole(this, 'job-role', {
      metadata: { name: JOB_NAME, labels },
      rules: jobRules().map((rule) => ({ ...rule })),
    });
    new k8s.KubeClusterRole(this, 'tenant-role', {
      metadata: { name: TENANT_ROLE, labels },
      rules: tenantRules(Object.keys(settings.images)).map((rule) => ({ ...rule })),
    });
    new k8s.KubeClusterRoleBinding(this, 'binding', {
      metadata: { name: JOB_NAME, labels },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: JOB_NAME },
      subjects: [{ kind: 'ServiceAccount', name: JOB_NAME, namespace }],
    });
  }
}

/** A run takes seconds; the five minutes are for the first pull of the image. The next minute tries again. */
function cronJob(props: AutoscalerJobProps, configMap: string): k8s.CronJobSpec {
  return {
    schedule: '* * * * *',
    concurrencyPolicy: 'Forbid',
    startingDeadlineSeconds: 55,
    successfulJobsHistoryLimit: 1,
    failedJobsHistoryLimit: 1,
    jobTemplate: {
      metadata: { labels },
      spec: {
        backoffLimit: 0,
        activeDeadlineSeconds: 300,
        template: {
          metadata: { labels },
          spec: { restartPolicy: 'Never', ...pod(props.image, configMap, ['--once']) },
        },
      },
    },
  };
}

function deployment(props: AutoscalerJobProps, configMap: string, interval: number): k8s.DeploymentSpec {
  const flags = ['--interval', `${interval}s`, '--health-port', String(healthPort)];
  const probe: k8s.Probe = {
    httpGet: { path: '/healthz', port: k8s.IntOrString.fromNumber(healthPort) },
    periodSeconds: 30,
    timeoutSeconds: 5,
  };
  return {
    replicas: 1,
    revisionHistoryLimit: 2,
    strategy: { type: 'Recreate' },
    selector: { matchLabels: labels },
    template: { metadata: { labels }, spec: pod(props.image, configMap, flags, probe) },
  };
}

function pod(
  image: string,
  configMap: string,
  flags: readonly string[],
  livenessProbe?: k8s.Probe,
): k8s.PodSpec {
  return {
    serviceAccountName: JOB_NAME,
    automountServiceAccountToken: true,
    enableServiceLinks: false,
    securityContext: {
      runAsNonRoot: true,
      runAsUser: 65532,
      runAsGroup: 65532,
      seccompProfile: { type: 'RuntimeDefault' },
    },
    containers: [
      {
        name: JOB_NAME,
        image,
        imagePullPolicy: 'IfNotPresent',
        command: [
          'node',
          HEAP_LIMIT,
          `${folder}/${programFile}`,
          ...flags,
          '--settings',
          `${folder}/${settingsFile}`,
        ],
        env: [{ name: 'NODE_EXTRA_CA_CERTS', value: '/var/run/secrets/kubernetes.io/serviceaccount/ca.crt' }],
        terminationMessagePolicy: 'FallbackToLogsOnError',
        resources: {
          requests: { cpu: k8s.Quantity.fromString('20m'), memory: k8s.Quantity.fromString('96Mi') },
          limits: { memory: k8s.Quantity.fromString('256Mi') },
        },
        securityContext: {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        },
        volumeMounts: [{ name: 'job', mountPath: folder, readOnly: true }],
        ...(livenessProbe === undefined ? {} : { livenessProbe }),
      },
    ],
    volumes: [{ name: 'job', configMap: { name: configMap } }],
  };
}

/** The job talks to the management API server only, by the address that every pod gets, so not even DNS. */
function networkPolicy({ managementNetworks }: Settings): k8s.NetworkPolicySpec {
  const ports = [443, 6443].map((port) => ({ protocol: 'TCP', port: k8s.IntOrString.fromNumber(port) }));
  const to = managementNetworks?.map((cidr) => ({ ipBlock: { cidr } }));
  return {
    podSelector: { matchLabels: labels },
    policyTypes: ['Egress', 'Ingress'],
    egress: [{ ports, ...(to === undefined ? {} : { to }) }],
  };
}

function digestOf(data: Readonly<Record<string, string>>): string {
  return createHash('sha256').update(JSON.stringify(data)).digest('hex').slice(0, 10);
}
