import { listed } from '../../text.ts';
import { livingTenants } from '../pairs.ts';
import type { HistoryRule } from '../history-rule.ts';

export const rule: HistoryRule = {
  id: 'host-removed',
  severity: 'warning',
  summary: 'A Proxmox host leaves the site when no machine is on it any more.',
  why: 'New machines keep off it, but those on it stay where they are; only a pool that names its hosts is replaced.',
  earlier: `--- # platform/site.yaml
proxmox:
  hosts:
    pve1: {address: 10.4.0.2, cores: 32, memory: 128Gi}
    pve2: {address: 10.4.0.3, cores: 32, memory: 128Gi}`,
  example: `--- # platform/site.yaml
proxmox:
  hosts:
    pve1: {address: 10.4.0.2, cores: 32, memory: 128Gi}`,
  remedy: 'move or delete the machines on it, then accept the warning with the reason',
  *check(earlier, fleet) {
    for (const host of earlier.site.hosts.keys()) {
      if (fleet.site.hosts.has(host)) continue;
      const users = livingTenants(earlier, fleet)
        .filter(
          ({ was }) =>
            was.machines?.hosts.includes(host) === true ||
            was.pools.some(({ hosts }) => hosts.includes(host)),
        )
        .map(({ is }) => is.name);
      if (users.length === 0) continue;
      yield {
        place: fleet.site.source.place(['proxmox', 'hosts']),
        problem: `host ${host} is gone, on which machines of ${listed(users)} may run`,
        allowed: `allowed: ${listed([...earlier.site.hosts.keys()])}`,
      };
    }
  },
};
