import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import type { SiteOptions } from '../proxmox/site.ts';
import { listAt, mapAt, numberAt, textAt } from './object.ts';

const siteFile = fileURLToPath(new URL('../../../platform/site.yaml', import.meta.url));

/** The simulated Proxmox site: the hosts, images and storage of platform/site.yaml. */
export function simulatedSite(file = siteFile): SiteOptions {
  const site: unknown = existsSync(file) ? parse(readFileSync(file, 'utf8')) : {};
  const hosts = Object.entries(mapAt(site, 'proxmox.hosts')).map(([name, host]) => ({
    name,
    address: textAt(host, 'address'),
    cores: numberAt(host, 'cores') ?? 16,
    memoryGiB: Number.parseInt(textAt(host, 'memory') || '64', 10),
  }));
  const used = hosts.length > 0 ? hosts : sampleHosts;
  const images = listAt(site, 'images').map(String);
  return {
    hosts: used,
    storage: textAt(site, 'proxmox.storage') || 'ceph-vms',
    templates: (images.length > 0 ? images : sampleImages).map((version, index) => ({
      id: 9000 + index,
      host: used[0]?.name ?? 'pve1',
      name: `capi-${version}`,
      tags: ['capi', `k8s-${version}`],
    })),
  };
}

const sampleHosts = [
  { name: 'pve1', address: '10.4.0.2', cores: 32, memoryGiB: 128 },
  { name: 'pve2', address: '10.4.0.3', cores: 32, memoryGiB: 128 },
  { name: 'pve3', address: '10.4.0.4', cores: 16, memoryGiB: 64 },
];
const sampleImages = ['v1.34.3', 'v1.34.4', 'v1.35.5'];
