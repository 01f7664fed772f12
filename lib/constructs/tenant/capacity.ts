import type { Pool } from '../../fleet/index.ts';
import { compareText } from '../../finding/index.ts';

const prefix = 'capacity.cluster-autoscaler.kubernetes.io';

/**
 * What a machine of the pool will offer, for the autoscaler to reckon with while there is none: CAPMOX publishes no capacity.
 * Less than the VM gets, or a pod that cannot fit would start machine after machine: the kernel keeps about 5 % of the memory,
 * and the kubelet's eviction thresholds 100Mi of memory and 10 % of the disk (kubelet defaults, v1.35).
 */
export function capacityAnnotations(pool: Pool): Record<string, string> {
  const { cores, sockets, memoryMiB, diskGiB } = pool.size;
  return {
    [`${prefix}/cpu`]: String(cores * sockets),
    [`${prefix}/memory`]: `${String(Math.floor(memoryMiB * 0.95) - 100)}Mi`,
    [`${prefix}/ephemeral-disk`]: `${String(Math.floor(diskGiB * 0.9))}Gi`,
    [`${prefix}/maxPods`]: pool.kubeletArgs['max-pods'] ?? '110',
    // From 1.35.0 the autoscaler blanks os and arch of machines that do not exist yet, unless they are given here.
    [`${prefix}/labels`]: ['kubernetes.io/os=linux', 'kubernetes.io/arch=amd64', ...labels(pool)].join(','),
    ...(pool.taints.length === 0
      ? {}
      : {
          [`${prefix}/taints`]: pool.taints
            .map(({ key, value = '', effect }) => `${key}=${value}:${effect}`)
            .join(','),
        }),
  };
}

function labels(pool: Pool): string[] {
  return Object.entries(pool.labels)
    .sort(([a], [b]) => compareText(a, b))
    .map(([key, value]) => `${key}=${value}`);
}
