import {
  createServer as createHttp,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createHttps } from 'node:https';
import type { AddressInfo } from 'node:net';
import { changeFaults } from './faults.ts';
import { page, pageState } from './page.ts';
import { InvalidParameter } from './request.ts';
import { answer } from './routes.ts';
import { Refusal, Site, type SiteOptions } from './site.ts';

/*
 * PyPI's fakepve 0.5.0 was looked at and not taken: it is Python (the lab asks for Node, Go and git only) and AGPL,
 * keeps of an uploaded ISO image its name and size but not the content, from which a worker has to join, and tells
 * nobody when a VM starts.
 */

export interface SimulatorOptions extends SiteOptions {
  /** Serving certificate and key for the API, PEM. Without one the API is served on the page's address only. */
  readonly tls?: { readonly certificate: string; readonly key: string };
  /** API token that is let in. Default `capmox@pve!lab` with secret `simulated`. */
  readonly token?: { readonly id: string; readonly secret: string };
  /** Port of the page. Default: a free one. */
  readonly pagePort?: number;
}

/** A Proxmox VE that exists in memory only. */
export interface Simulator {
  readonly site: Site;
  /** Base address of the API, as CAPMOX wants it: without /api2/json. */
  readonly url: string;
  /** The page with hosts and VMs; `POST faults` takes JSON with fields of Faults. */
  readonly pageUrl: string;
  readonly token: { readonly id: string; readonly secret: string };
  /** Answered API requests by `METHOD path`, with names and numbers in the path replaced. */
  readonly requests: ReadonlyMap<string, number>;
  /** Takes the API off the network, or brings it back on the same port. The state stays. */
  down(): Promise<void>;
  up(): Promise<void>;
  stop(): Promise<void>;
}

type Requests = Map<string, number>;

/** Starts the simulator on loopback. */
export async function startSimulator({
  tls,
  token = defaultToken,
  pagePort = 0,
  ...options
}: SimulatorOptions): Promise<Simulator> {
  const site = new Site(options);
  const requests: Requests = new Map();
  const authorized = `PVEAPIToken=${token.id}=${token.secret}`;
  const api = (request: IncomingMessage, response: ServerResponse): void => {
    void serveApi(site, authorized, requests, request, response);
  };
  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    if (request.url?.startsWith('/api2/json/') === true) api(request, response);
    else void servePage(site, request, response);
  };
  const pages = createHttp(serve);
  const secure = tls === undefined ? pages : createHttps({ cert: tls.certificate, key: tls.key }, api);
  await listen(pages, pagePort);
  if (secure !== pages) await listen(secure, 0);
  const port = portOf(secure);
  const pageUrl = `http://127.0.0.1:${portOf(pages)}`;
  return {
    site,
    url: tls === undefined ? pageUrl : `https://127.0.0.1:${port}`,
    pageUrl,
    token,
    requests,
    down: () => close(secure),
    up: () => listen(secure, port),
    stop: async () => {
      site.tasks.stop();
      await close(secure);
      await close(pages);
    },
  };
}

const defaultToken = { id: 'capmox@pve!lab', secret: 'simulated' };

async function serveApi(
  site: Site,
  authorized: string,
  requests: Requests,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await bytesOf(request);
  const url = new URL(request.url ?? '/', 'http://simulator');
  const path = decodeURIComponent(url.pathname.replace(/^\/api2\/json/, ''));
  const method = request.method ?? 'GET';
  count(requests, `${method} ${path}`);
  if (request.headers.authorization !== authorized) {
    reply(response, 401, 'authentication failure', { data: null });
    return;
  }
  try {
    if (site.faults.failingRequests > 0) {
      site.faults.failingRequests -= 1;
      throw new Refusal('simulated failure');
    }
    const contentType = request.headers['content-type'] ?? '';
    const data = answer(site, { method, path, query: url.searchParams, contentType, body });
    reply(response, 200, 'OK', { data });
  } catch (error) {
    refuse(response, error);
  }
}

function refuse(response: ServerResponse, error: unknown): void {
  if (!(error instanceof Refusal)) throw error;
  if (error.status === 595) {
    response.writeHead(595, error.message).end(); // the proxy between hosts answers without a body
    return;
  }
  const errors = error instanceof InvalidParameter ? { errors: error.errors } : {};
  reply(response, error.status, error.message, { data: null, ...errors });
}

/** Proxmox VE puts the error into the status line, where go-proxmox reads it. */
function reply(response: ServerResponse, status: number, reason: string, body: unknown): void {
  const line = reason.replaceAll(/[^\x20-\x7e]/g, ' ');
  response
    .writeHead(status, line, { 'content-type': 'application/json;charset=UTF-8' })
    .end(JSON.stringify(body));
}

async function servePage(site: Site, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = request.url ?? '/';
  if (request.method === 'POST' && path === '/faults') {
    const changes: unknown = JSON.parse((await bytesOf(request)).toString('utf8') || '{}');
    const refused = changeFaults(site.faults, changes as Record<string, unknown>);
    if (refused.length > 0) reply(response, 400, 'Bad Request', { refused, known: Object.keys(site.faults) });
    else reply(response, 200, 'OK', site.faults);
  } else if (path === '/state.json') reply(response, 200, 'OK', pageState(site));
  else if (path === '/') response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
  else reply(response, 404, 'Not Found', {});
}

function count(requests: Requests, request: string): void {
  const shape = request
    .replace(/\/nodes\/[^/]+/, '/nodes/N')
    .replace(/\/tasks\/[^/]+/, '/tasks/UPID')
    .replace(/\/content\/.+/, '/content/VOLUME')
    .replace(/\/\d+/, '/ID');
  requests.set(shape, (requests.get(shape) ?? 0) + 1);
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

function listen(server: Server, port: number): Promise<void> {
  return new Promise((done, fail) => {
    server.once('error', fail);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', fail);
      done();
    });
  });
}

function close(server: Server): Promise<void> {
  return new Promise((done) => {
    if (!server.listening) {
      done();
      return;
    }
    server.close(() => done());
    server.closeAllConnections();
  });
}
