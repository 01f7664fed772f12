/** What the job reports about a tenant that it cannot, or will not, settle by itself. */

export type ProblemCode =
  /** An annotation of the Cluster is unknown or its value not allowed: what runs is kept. */
  | 'bad-option'
  /** No image for the tenant's Kubernetes minor: what runs is kept. */
  | 'unknown-minor'
  /** An object of our name is not ours: left alone, and nothing new is made beside it. */
  | 'foreign-object'
  /** An object has our label, but no owner reference proves whose it was: left alone. */
  | 'unproven-object'
  /** Two Clusters of one namespace ask for an autoscaler: only one gets it. */
  | 'shared-namespace';

export interface Problem {
  readonly code: ProblemCode;
  readonly namespace: string;
  /** Name of the Cluster concerned; none for an object whose Cluster is unknown. */
  readonly cluster: string | undefined;
  /** What is wrong, what is done meanwhile, what to do. */
  readonly text: string;
}
