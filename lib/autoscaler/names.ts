/** The names that the job, its objects and the platform bundle agree on. */
import { ANNOTATION_PREFIX } from './options.ts';

/** Name of each object that the job makes in a tenant's namespace. */
export const AUTOSCALER_NAME = 'cluster-autoscaler';

/** Label of a Cluster that asks for an autoscaler, as a selector. */
export const OPT_IN_LABEL = 'kaas.lab/autoscaling';
export const OPT_IN_VALUE = 'enabled';

/** Label by which the job knows its own objects. */
export const MANAGED_BY_LABEL = 'app.kubernetes.io/managed-by';
export const MANAGED_BY_VALUE = 'kaas-autoscaler';

/** Field manager of every server-side apply of the job. */
export const FIELD_MANAGER = 'kaas-autoscaler';

/** ClusterRole that each tenant's RoleBinding names: the only role the job may bind. */
export const TENANT_ROLE = 'kaas-tenant-autoscaler';

/** Names of the job's own ServiceAccount, ClusterRole, binding, CronJob or Deployment, and NetworkPolicy. */
export const JOB_NAME = 'kaas-autoscaler';

/** Cluster API's label with the name of the Cluster an object belongs to. */
export const CLUSTER_NAME_LABEL = 'cluster.x-k8s.io/cluster-name';

/** Cluster API's annotation that pauses an object as `spec.paused` does. */
export const PAUSED_ANNOTATION = 'cluster.x-k8s.io/paused';

/** Digest of what was applied last; a difference is what makes the job write. */
export const WANTED_ANNOTATION = `${ANNOTATION_PREFIX}wanted`;

/** On the Deployment: why it has 0 replicas. */
export const HELD_ANNOTATION = `${ANNOTATION_PREFIX}held`;

/** On the Deployment: what in the Cluster could not be followed. */
export const PROBLEM_ANNOTATION = `${ANNOTATION_PREFIX}problem`;

/** On the pod template: checksum of the kubeconfig the pod started with; a new one restarts it. */
export const KUBECONFIG_ANNOTATION = `${ANNOTATION_PREFIX}kubeconfig-checksum`;
