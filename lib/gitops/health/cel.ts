import type { PlatformObject } from '../../platform/index.ts';

/** When an object of a kind is ready, for Flux (kstatus would call most of these ready as soon as they exist). */
interface Expression {
  readonly apiVersion: string;
  readonly kind: string;
  readonly inProgress?: string;
  readonly failed?: string;
  readonly current: string;
}

const providerKinds = [
  'AddonProvider',
  'BootstrapProvider',
  'ControlPlaneProvider',
  'CoreProvider',
  'IPAMProvider',
  'InfrastructureProvider',
];

/**
 * Flux compares observedGeneration itself, then asks inProgress, failed and current in this order. `exists` and not
 * `filter(...).all(...)`: over an empty list `all` is true, and an object without the condition would count as failed.
 */
const expressions: readonly Expression[] = [
  {
    apiVersion: 'cluster.x-k8s.io/v1beta2',
    kind: 'ClusterClass',
    failed:
      "has(status.conditions) && status.conditions.exists(c, c.type == 'VariablesReady' && c.status == 'False')",
    current: 'has(status.observedGeneration)',
  },
  {
    apiVersion: 'kamaji.clastix.io/v1alpha1',
    kind: 'DataStore',
    failed: "!status.ready && has(status.conditions) && status.conditions.exists(c, c.status == 'False')",
    current: 'status.ready',
  },
  ...providerKinds.map((kind) => ({
    apiVersion: 'operator.cluster.x-k8s.io/v1alpha2',
    kind,
    failed:
      "has(status.conditions) && status.conditions.exists(c, c.type == 'PreflightCheckPassed' && c.status == 'False')",
    current:
      "has(status.installedVersion) && status.installedVersion == spec.version && status.conditions.exists(c, c.type == 'Ready' && c.status == 'True')",
  })),
];

/** The expressions for the kinds among the objects. */
export function healthExpressions(objects: readonly PlatformObject[]): Expression[] {
  return expressions.filter(({ apiVersion, kind }) =>
    objects.some((object) => object.apiVersion === apiVersion && object.kind === kind),
  );
}
