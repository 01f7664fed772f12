/** Metadata of an object in a namespace. The name is explicit: it never depends on the construct tree. */
export interface NamespacedMetadata {
  readonly name: string;
  /** Left out, the chart's namespace applies. */
  readonly namespace?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  /** Mutable as in cdk8s, whose constructor takes it. */
  readonly finalizers?: string[];
}

/** Metadata of a cluster-scoped object: a namespace is a type error. */
export interface ClusterScopedMetadata extends Omit<NamespacedMetadata, 'namespace'> {
  readonly namespace?: never;
}
