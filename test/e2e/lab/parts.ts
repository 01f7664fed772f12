import type { Parts } from './lab.ts';
import { machinesRefused } from './machines/wanted.ts';

/** What of this lab is played, and what is not covered because of that; one line each. */
export function notCovered(parts: Parts): readonly string[] {
  const lines = [
    'Proxmox VE: simulated (the part of its API that CAPMOX v0.9.0 uses)',
    workers(parts),
    'cert-manager, MetalLB, Argo CD, Flux: not run; their objects are accepted by their CRDs',
  ];
  if (parts.kamaji === 'stand-in') {
    lines.push('Kamaji: stand-in; tenants share one API server, no control plane pod runs');
  } else
    lines.push(
      'SQL servers: none runs; a tenant on a DataStore of PostgreSQL or MySQL stays without control plane',
    );
  if (parts.kamajiProvider === 'stand-in') lines.push('Kamaji control plane provider: stand-in');
  if (parts.clusterAutoscaler === 'none')
    lines.push('cluster-autoscaler: not given; its scenarios are skipped');
  return lines;
}

function workers(parts: Parts): string {
  if (parts.workers === 'real') {
    return 'workers: namespaces of this machine with its kernel; containerd and kubeadm of their own, flannel in the place of every CNI';
  }
  const refused = machinesRefused();
  const others = refused === undefined ? ', but in scenarios/machines' : ` (real ones: ${refused})`;
  return `workers: Node objects made from the uploaded cloud-init data; no kubelet, no CNI, no pod runs${others}`;
}

/** Short names of what is played in this lab; the rest of it is real. */
export function playedParts(parts: Parts): readonly string[] {
  const played = Object.entries(parts).filter(([, how]) => how === 'stand-in');
  return ['Proxmox VE', ...played.map(([part]) => part)];
}
