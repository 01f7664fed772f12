/** What the user said of the new tenant. Whatever is absent is proposed. */
export interface Request {
  readonly name: string;
  readonly owner?: string;
  readonly network?: string;
  readonly addresses?: string;
  readonly vip?: string;
  readonly vmids?: string;
  readonly size?: string;
  /** `3`, or `1-5` for an autoscaled pool. */
  readonly nodes?: string;
  readonly kubernetes?: string;
  readonly datastore?: string;
  /** Group that may see the cluster and fetch its kubeconfig. */
  readonly group?: string;
}

/** Why there is no proposal: something that only the user can say. */
export interface Lack {
  /** The option that would say it. */
  readonly option: keyof Request;
  readonly problem: string;
  readonly allowed: string;
  readonly remedy: string;
  /** True if there is simply no default, so that the user can be asked. */
  readonly askable: boolean;
}

/** True if something is lacking. */
export function isLack(value: unknown): value is Lack {
  return typeof value === 'object' && value !== null && 'askable' in value;
}
