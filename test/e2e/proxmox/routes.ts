import { clusterStatus, hostOf, hostStatus, nextId, resource, taskStatus } from './cluster-answers.ts';
import {
  agent,
  clone,
  execStatus,
  find,
  machineConfig,
  machineStatus,
  osInfo,
  resizeDisk,
  setConfig,
} from './machine-answers.ts';
import type { ApiRequest, Handler } from './request.ts';
import { Refusal, type Site } from './site.ts';
import { deleteVolume, storages, storageStatus, upload, volume } from './storage-answers.ts';

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

function machinesOf(site: Site, node: string): unknown {
  hostOf(site, node);
  return [...site.machines.values()].filter(({ host }) => host === node).map(machineStatus);
}
