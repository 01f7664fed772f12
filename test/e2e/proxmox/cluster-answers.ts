import { coresOf, type Machine, memoryMiB } from './machine.ts';
import { statusText } from './machine-answers.ts';
import { type ApiRequest, InvalidParameter, type Match } from './request.ts';
import { type Host, Refusal, type Site } from './site.ts';

export function hostOf(site: Site, name: string): Host {
  const host = site.hosts.find((candidate) => candidate.name === name);
  if (host === undefined) throw new Refusal(`hostname lookup '${name}' failed - failed to get address info`);
  return host;
}

export function clusterStatus(site: Site): unknown {
  const online = site.hosts.filter(({ name }) => !site.lost(name)).length;
  const quorate = online > site.hosts.length / 2 ? 1 : 0;
  const cluster = {
    type: 'cluster',
    id: 'cluster',
    name: 'lab',
    nodes: site.hosts.length,
    quorate,
    version: 1,
  };
  const nodes = site.hosts.map(({ name, address }, index) => ({
    type: 'node',
    id: `node/${name}`,
    name,
    ip: address,
    nodeid: index + 1,
    online: site.lost(name) ? 0 : 1,
    local: index === 0 ? 1 : 0,
  }));
  return [cluster, ...nodes];
}

export function resource(site: Site, machine: Machine): unknown {
  const status = site.lost(machine.host) ? 'unknown' : statusText(machine);
  return {
    id: `qemu/${machine.id}`,
    type: 'qemu',
    vmid: machine.id,
    node: machine.host,
    name: machine.config.get('name'),
    status,
    template: machine.template ? 1 : 0,
    tags: machine.config.get('tags') ?? '',
    maxcpu: coresOf(machine),
    maxmem: memoryMiB(machine) * 2 ** 20,
  };
}

export function nextId(site: Site, _match: Match, { query }: ApiRequest): string {
  const asked = query.get('vmid');
  if (asked !== null) {
    if (site.machines.has(Number(asked))) throw new InvalidParameter('vmid', `VM ${asked} already exists`);
    return asked;
  }
  let id = 100;
  while (site.machines.has(id)) id += 1;
  return String(id);
}

export function hostStatus(site: Site, { name, cores, memoryGiB }: Host): unknown {
  const total = memoryGiB * 2 ** 30;
  const used = site.usedMemoryMiB(name) * 2 ** 20;
  return {
    uptime: 86_400,
    pveversion: 'pve-manager/9.0.6 (simulated)',
    loadavg: ['0.10', '0.10', '0.10'],
    cpu: 0.05,
    cpuinfo: { cpus: cores, cores, sockets: 1, model: 'simulated' },
    memory: { total, used, free: Math.max(0, total - used) },
  };
}

export function taskStatus(site: Site, { rest }: Match): unknown {
  const task = site.tasks.find(rest);
  if (task === undefined) throw new Refusal(`unable to open file - no such task`);
  const { upid, node, type, id, user, startedAt, exitStatus } = task;
  const status =
    exitStatus === undefined ? { status: 'running' } : { status: 'stopped', exitstatus: exitStatus };
  return { upid, node, type, id, user, starttime: startedAt, pid: 1, pstart: 1, ...status };
}
