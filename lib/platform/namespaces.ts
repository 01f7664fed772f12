import { k8s } from 'cdk8s-plus-30';
import type { Site } from '../fleet/index.ts';
import { keep } from './keep.ts';
import { namespaces } from './names.ts';
import { objectsOf, type PlatformObject } from './object.ts';

type Level = 'privileged' | 'baseline' | 'restricted';

/**
 * What Pod Security enforces. MetalLB's speaker and the CSI node plugin need the host; etcd's set-up job comes from
 * its chart without a seccomp profile, which `restricted` refuses (kamaji-etcd 0.17.0, etcd_job_preinstall_2.yaml).
 */
const levels: Readonly<Record<keyof typeof namespaces, Level>> = {
  kaas: 'restricted',
  certManager: 'restricted',
  metallb: 'privileged',
  csi: 'privileged',
  operator: 'baseline',
  core: 'baseline',
  kubeadm: 'baseline',
  ipam: 'baseline',
  proxmox: 'baseline',
  kamaji: 'baseline',
  helm: 'baseline',
  etcd: 'baseline',
};

/** Every namespace of the platform. None is ever deleted by an engine: a deleted namespace takes all its contents along. */
export function namespaceObjects(site: Site): PlatformObject[] {
  const used = Object.entries(namespaces).filter(([key]) => key !== 'csi' || site.file.csi !== undefined);
  return objectsOf((chart) => {
    for (const [key, name] of used)
      new k8s.KubeNamespace(chart, name, {
        metadata: {
          name,
          labels: podSecurity(levels[key as keyof typeof namespaces]),
          annotations: { ...keep },
        },
      });
  });
}

function podSecurity(level: Level): Record<string, string> {
  return {
    'pod-security.kubernetes.io/enforce': level,
    'pod-security.kubernetes.io/enforce-version': 'latest',
    ...(level === 'baseline' ? { 'pod-security.kubernetes.io/warn': 'restricted' } : {}),
  };
}
