import { configure, coresOf, disksOf, type Machine, memoryMiB, resize } from './machine.ts';
import { type ApiRequest, fields, type Match } from './request.ts';
import { Refusal, type Site } from './site.ts';

export const find = (site: Site, { node, id }: Match): Machine => site.machine(node, id);

export const statusText = ({ running }: Machine): string => (running ? 'running' : 'stopped');

export function machineStatus(machine: Machine): unknown {
  return {
    vmid: machine.id,
    name: machine.config.get('name'),
    status: statusText(machine),
    qmpstatus: statusText(machine),
    template: machine.template ? 1 : '',
    tags: machine.config.get('tags') ?? '',
    cpus: coresOf(machine),
    maxmem: memoryMiB(machine) * 2 ** 20,
    maxdisk: (disksOf(machine)[0]?.sizeGb ?? 0) * 2 ** 30,
    ...(machine.lock === undefined ? {} : { lock: machine.lock }),
  };
}

export function machineConfig(machine: Machine): unknown {
  const numbers = new Set(['cores', 'sockets']);
  const entries = [...machine.config].map(([key, value]) => [key, numbers.has(key) ? Number(value) : value]);
  return { digest: String(machine.id), ...Object.fromEntries(entries) };
}

export function setConfig(site: Site, match: Match, request: ApiRequest): string {
  const machine = find(site, match);
  site.unlocked(machine);
  const changes = fields(request);
  return site.tasks.start(
    machine.host,
    'qmconfig',
    String(machine.id),
    0,
    () => (configure(machine, changes), undefined),
  ).upid;
}

export function resizeDisk(site: Site, match: Match, request: ApiRequest): string {
  const machine = find(site, match);
  const { disk, size } = fields(request);
  const full = disksOf(machine).find(({ storage }) => site.faults.fullStorages.includes(storage));
  return site.tasks.start(machine.host, 'resize', String(machine.id), 0, () =>
    full === undefined
      ? resize(machine, String(disk), String(size))
      : `no space left on storage '${full.storage}'`,
  ).upid;
}

export function clone(site: Site, match: Match, request: ApiRequest): string {
  const { newid, name, target, storage } = fields(request);
  return site.clone(find(site, match), {
    id: Number(newid),
    name: typeof name === 'string' ? name : `copy-of-${match.id}`,
    target: typeof target === 'string' && target !== '' ? target : match.node,
    storage: typeof storage === 'string' && storage !== '' ? storage : undefined,
  }).upid;
}

/** CAPMOX reads this very text from the status line. */
export function agent(machine: Machine): void {
  if (!machine.running) throw new Refusal(`VM ${machine.id} is not running`);
  if (Date.now() < machine.agentFrom) throw new Refusal('QEMU guest agent is not running');
}

export function osInfo(site: Site, match: Match): unknown {
  agent(find(site, match));
  return {
    result: { name: 'Simulated', id: 'simulated', 'pretty-name': 'Simulated Linux', machine: 'x86_64' },
  };
}

export function execStatus(site: Site, match: Match): unknown {
  const machine = find(site, match);
  agent(machine);
  const exitcode = machine.cloudInit === 'error' ? 1 : 0;
  return { exited: 1, exitcode, 'out-data': `status: ${machine.cloudInit}\n` };
}
