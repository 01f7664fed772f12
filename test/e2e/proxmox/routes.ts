import { configure, coresOf, disksOf, type Machine, memoryMiB, resize } from './machine.ts';
import { readMultipart } from './multipart.ts';
import { type Host, Refusal, type Site } from './site.ts';

/** One request below /api2/json. */
export interface ApiRequest {
  readonly method: string;
  /** Path below /api2/json, decoded. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly contentType: string;
  readonly body: Buffer;
}

type Handler = (site: Site, match: Match, request: ApiRequest) => unknown;

/** Named parts of the path. */
interface Match {
  readonly node: string;
  readonly id: number;
  readonly rest: string;
}

/** The part of the API that CAPMOX v0.9.0 (go-proxmox v0.6.0) uses. */
const routes: readonly (readonly [string, RegExp, Handler])[] = [
  ['GET', /^\/version$/, () => ({ release: '9.0', version: '9.0.6', repoid: 'simulated' })],
  ['GET', /^\/cluster\/status$/, clusterStatus],
  [
    'GET',
    /^\/cluster\/resources$/,
    (site) => [...site.machines.values()].map((machine) => resource(site, machine)),
  ],
  ['GET', /^\/cluster\/nextid$/, nextId],
  ['GET', /^\/nodes\/(?<node>[^/]+)\/status$/, (site, { node }) => hostStatus(site, hostOf(site, node))],
  ['GET', /^\/nodes\/(?<node>[^/]+)\/lxc$/, () => []],
  ['GET', /^\/nodes\/(?<node>[^/]+)\/qemu$/, (site, { node }) => machinesOf(site, node)],
  ['GET', /^\/nodes\/(?<node>[^/]+)\/storage$/, (site) => storages(site)],
  ['GET', /^\/nodes\/(?<node>[^/]+)\/storage\/(?<rest>[^/]+)\/status$/, storageStatus],
  ['POST', /^\/nodes\/(?<node>[^/]+)\/storage\/local\/upload$/, upload],
  ['GET', /^\/nodes\/(?<node>[^/]+)\/storage\/local\/content\/(?<rest>.+)$/, volume],
  ['DELETE', /^\/nodes\/(?<node>[^/]+)\/storage\/local\/content\/(?<rest>.+)$/, deleteVolume],
  ['GET', /^\/nodes\/(?<node>[^/]+)\/tasks\/(?<rest>[^/]+)\/status$/, taskStatus],
  [
    'GET',
    /^\/nodes\/(?<node>[^/]+)\/qemu\/(?<id>\d+)\/status\/current$/,
    (site, match) => machineStatus(find(site, match)),
  ],
  [
    'GET',
    /^\/nodes\/(?<node>[^/]+)\/qemu\/(?<id>\d+)\/config$/,
    (site, match) => machineConfig(find(site, match)),
  ],
  ['POST', /^\/nodes\/(?<node>[^/]+)\/qemu\/(?<id>\d+)\/config$/, setConfig],
  ['PUT', /^\/nodes\/(?<node>[^/]+)\/qemu\/(?<id>\d+)\/resize$/, resizeDisk],
  ['POST', /^\/nodes\/(?<node>[^/]+)\/qemu\/(?<id>\d+)\/clone$/, clone],
  [
    'POST',
    /^\/nodes\/(?<node>[^/]+)\/qemu\/(?<id>\d+)\/status\/start$/,
    (site, match) => site.start(find(site, match)).upid,
  ],
  [
    'POST',
    /^\/nodes\/(?<node>[^/]+)\/qemu\/(?<id>\d+)\/status\/stop$/,
    (site, match) => site.stop(find(site, match)).upid,
  ],
  [
    'DELETE',
    /^\/nodes\/(?<node>[^/]+)\/qemu\/(?<id>\d+)$/,
    (site, match) => site.delete(find(site, match)).upid,
  ],
  ['GET', /^\/nodes\/(?<node>[^/]+)\/qemu\/(?<id>\d+)\/agent\/get-osinfo$/, osInfo],
  [
    'POST',
    /^\/nodes\/(?<node>[^/]+)\/qemu\/(?<id>\d+)\/agent\/exec$/,
    (site, match) => (agent(find(site, match)), { pid: 1000 + match.id }),
  ],
  ['GET', /^\/nodes\/(?<node>[^/]+)\/qemu\/(?<id>\d+)\/agent\/exec-status$/, execStatus],
];

/** Answers a request with what goes into `data`. Throws a Refusal otherwise. */
export function answer(site: Site, request: ApiRequest): unknown {
  for (const [method, pattern, handle] of routes) {
    const groups = method === request.method ? pattern.exec(request.path)?.groups : undefined;
    if (groups === undefined && !(method === request.method && pattern.test(request.path))) continue;
    const match = {
      node: groups?.['node'] ?? '',
      id: Number(groups?.['id'] ?? 0),
      rest: groups?.['rest'] ?? '',
    };
    if (match.node !== '' && site.lost(match.node)) throw new Refusal('No route to host', 595);
    return handle(site, match, request);
  }
  throw new Refusal(`Method '${request.method} ${request.path}' not implemented`, 501);
}

const find = (site: Site, { node, id }: Match): Machine => site.machine(node, id);

function hostOf(site: Site, name: string): Host {
  const host = site.hosts.find((candidate) => candidate.name === name);
  if (host === undefined) throw new Refusal(`hostname lookup '${name}' failed - failed to get address info`);
  return host;
}

function clusterStatus(site: Site): unknown {
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

function resource(site: Site, machine: Machine): unknown {
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

function nextId(site: Site, _match: Match, { query }: ApiRequest): string {
  const asked = query.get('vmid');
  if (asked !== null) {
    if (site.machines.has(Number(asked))) throw new InvalidParameter('vmid', `VM ${asked} already exists`);
    return asked;
  }
  let id = 100;
  while (site.machines.has(id)) id += 1;
  return String(id);
}

/** A refusal that names the parameter, as Proxmox VE's schema validation does. */
export class InvalidParameter extends Refusal {
  readonly errors: Readonly<Record<string, string>>;
  constructor(parameter: string, message: string) {
    super('Parameter verification failed.', 400);
    this.errors = { [parameter]: message };
  }
}

function hostStatus(site: Site, { name, cores, memoryGiB }: Host): unknown {
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

function machinesOf(site: Site, node: string): unknown {
  hostOf(site, node);
  return [...site.machines.values()].filter(({ host }) => host === node).map(machineStatus);
}

const statusText = ({ running }: Machine): string => (running ? 'running' : 'stopped');

function machineStatus(machine: Machine): unknown {
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

function machineConfig(machine: Machine): unknown {
  const numbers = new Set(['cores', 'sockets']);
  const entries = [...machine.config].map(([key, value]) => [key, numbers.has(key) ? Number(value) : value]);
  return { digest: String(machine.id), ...Object.fromEntries(entries) };
}

function setConfig(site: Site, match: Match, request: ApiRequest): string {
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

function resizeDisk(site: Site, match: Match, request: ApiRequest): string {
  const machine = find(site, match);
  const { disk, size } = fields(request);
  const full = disksOf(machine).find(({ storage }) => site.faults.fullStorages.includes(storage));
  return site.tasks.start(machine.host, 'resize', String(machine.id), 0, () =>
    full === undefined
      ? resize(machine, String(disk), String(size))
      : `no space left on storage '${full.storage}'`,
  ).upid;
}

function clone(site: Site, match: Match, request: ApiRequest): string {
  const { newid, name, target, storage } = fields(request);
  return site.clone(find(site, match), {
    id: Number(newid),
    name: typeof name === 'string' ? name : `copy-of-${match.id}`,
    target: typeof target === 'string' && target !== '' ? target : match.node,
    storage: typeof storage === 'string' && storage !== '' ? storage : undefined,
  }).upid;
}

function storages(site: Site): unknown {
  return [storageOf(site, 'local'), storageOf(site, site.storage)];
}

function storageStatus(site: Site, { rest }: Match): unknown {
  if (rest !== 'local' && rest !== site.storage) throw new Refusal(`storage '${rest}' does not exist`);
  return storageOf(site, rest);
}

function storageOf(site: Site, name: string): unknown {
  const local = name === 'local';
  const total = (local ? 100 : site.storageGb) * 10 ** 9;
  const full = site.faults.fullStorages.includes(name);
  const used = full ? total : local ? 0 : site.usedGb() * 10 ** 9;
  return {
    storage: name,
    type: local ? 'dir' : 'rbd',
    content: local ? 'iso' : 'images',
    enabled: 1,
    active: 1,
    shared: local ? 0 : 1,
    total,
    used,
    avail: total - used,
  };
}

function upload(site: Site, { node }: Match, { body, contentType }: ApiRequest): string {
  const file = readMultipart(body, contentType).find(({ filename }) => filename !== undefined);
  if (file?.filename === undefined)
    throw new InvalidParameter('filename', 'property is missing and it is not optional');
  const key = `${node}/${file.filename}`;
  return site.tasks.start(node, 'imgcopy', '', 0, () => {
    if (site.faults.fullStorages.includes('local')) return "no space left on storage 'local'";
    site.images.set(key, Buffer.from(file.content));
    return undefined;
  }).upid;
}

const imageKey = ({ node, rest }: Match): string => `${node}/${rest.replace(/^local:iso\//, '')}`;

function volume(site: Site, match: Match): unknown {
  const image = site.images.get(imageKey(match));
  if (image === undefined) throw new Refusal(`volume '${match.rest}' does not exist`);
  return {
    volid: match.rest,
    format: 'iso',
    size: image.length,
    used: image.length,
    path: `/var/lib/vz/${match.rest}`,
  };
}

function deleteVolume(site: Site, match: Match): string {
  return site.tasks.start(
    match.node,
    'imgdel',
    match.rest,
    0,
    () => (site.images.delete(imageKey(match)), undefined),
  ).upid;
}

function taskStatus(site: Site, { rest }: Match): unknown {
  const task = site.tasks.find(rest);
  if (task === undefined) throw new Refusal(`unable to open file - no such task`);
  const { upid, node, type, id, user, startedAt, exitStatus } = task;
  const status =
    exitStatus === undefined ? { status: 'running' } : { status: 'stopped', exitstatus: exitStatus };
  return { upid, node, type, id, user, starttime: startedAt, pid: 1, pstart: 1, ...status };
}

/** CAPMOX reads this very text from the status line. */
function agent(machine: Machine): void {
  if (!machine.running) throw new Refusal(`VM ${machine.id} is not running`);
  if (Date.now() < machine.agentFrom) throw new Refusal('QEMU guest agent is not running');
}

function osInfo(site: Site, match: Match): unknown {
  agent(find(site, match));
  return {
    result: { name: 'Simulated', id: 'simulated', 'pretty-name': 'Simulated Linux', machine: 'x86_64' },
  };
}

function execStatus(site: Site, match: Match): unknown {
  const machine = find(site, match);
  agent(machine);
  const exitcode = machine.cloudInit === 'error' ? 1 : 0;
  return { exited: 1, exitcode, 'out-data': `status: ${machine.cloudInit}\n` };
}

/** Fields of a body in JSON (as go-proxmox sends them) or as a form. */
function fields({ body, contentType }: ApiRequest): Readonly<Record<string, unknown>> {
  const text = body.toString('utf8');
  if (text === '') return {};
  if (contentType.startsWith('application/json')) return JSON.parse(text) as Record<string, unknown>;
  return Object.fromEntries(new URLSearchParams(text));
}
