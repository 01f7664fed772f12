import type { DeepPartial } from './deep-partial.ts';
import type { TenantFile } from './generated/tenant-file.ts';

/** An option of the autoscaler as the job reads it from the Cluster, and the key of `autoscaler` that says it. */
export interface AutoscalerOption {
  readonly key: keyof NonNullable<TenantFile['autoscaler']>;
  /** Name of the option of the job. */
  readonly name: string;
  readonly value: string;
}

const names = {
  expander: 'expander',
  unneededTime: 'scale-down-unneeded-time',
  utilizationThreshold: 'scale-down-utilization-threshold',
  maxNodes: 'max-nodes-total',
} as const satisfies Record<AutoscalerOption['key'], string>;

/** The options that a tenant gives; for what it leaves out, the job has its defaults. */
export function autoscalerOptionsOf(
  autoscaler: NonNullable<DeepPartial<TenantFile>['autoscaler']>,
): AutoscalerOption[] {
  return (['expander', 'unneededTime', 'utilizationThreshold', 'maxNodes'] as const).flatMap((key) => {
    const value = autoscaler[key];
    return value === undefined ? [] : [{ key, name: names[key], value: String(value) }];
  });
}
