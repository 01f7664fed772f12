import type { Parts } from './lab.ts';

/** What of this lab is played, and what is not covered because of that; one line each. */
export function notCovered(parts: Parts): readonly string[] {
  const lines = [
    'Proxmox VE: simulated (the part of its API that CAPMOX v0.9.0 uses)',
    ...(parts.workers === 'stand-in'
      ? ['workers: Node objects made from the uploaded cloud-init data; no kubelet, no CNI, no pod runs']
      : []),
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

/** Short names of what is played in this lab; the rest of it is real. */
export function playedParts(parts: Parts): readonly string[] {
  const played = Object.entries(parts).filter(([, how]) => how === 'stand-in');
  return ['Proxmox VE', ...played.map(([part]) => part)];
}
