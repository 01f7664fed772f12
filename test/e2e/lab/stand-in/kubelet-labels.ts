/**
 * Label keys that a kubelet of 1.35 refuses to register itself with and ends
 * (kubernetes pkg/apis/core/.../kubelet labels: IsKubeletLabel): everything below kubernetes.io and k8s.io but these.
 */
export function refusedLabels(keys: readonly string[]): readonly string[] {
  return keys.filter((key) => {
    const [prefix = ''] = key.includes('/') ? key.split('/') : [''];
    const reserved = /(^|\.)(kubernetes|k8s)\.io$/.test(prefix);
    return reserved && !allowedKeys.has(key) && !allowedPrefix.test(prefix);
  });
}

const allowedPrefix = /(^|\.)(kubelet\.kubernetes\.io|node\.kubernetes\.io)$/;
const allowedKeys = new Set([
  'kubernetes.io/hostname',
  'kubernetes.io/os',
  'kubernetes.io/arch',
  'beta.kubernetes.io/os',
  'beta.kubernetes.io/arch',
  'beta.kubernetes.io/instance-type',
  'node.kubernetes.io/instance-type',
  'topology.kubernetes.io/region',
  'topology.kubernetes.io/zone',
  'failure-domain.beta.kubernetes.io/region',
  'failure-domain.beta.kubernetes.io/zone',
]);
