import { isDeepStrictEqual } from 'node:util';
import { at, isObject } from '../../lib/autoscaler/json.ts';
import type { JsonObject } from '../../lib/autoscaler/json.ts';
import type { ApiAnswer, ApiRequest } from '../../lib/autoscaler/transport.ts';

/**
 * A stand-in for the API server, in memory: lists with selectors, pages and continue tokens, server-side apply,
 * deletes with preconditions. It knows only as much of them as the job can notice.
 */
export interface StandIn {
  readonly handle: (request: ApiRequest) => Reply;
  /** Creates or replaces an object, as somebody other than the job would. */
  readonly put: (plural: string, object: Draft) => Stored;
  readonly get: (plural: string, namespace: string, name: string) => Stored | undefined;
  readonly drop: (plural: string, namespace: string, name: string) => void;
  readonly all: (plural: string) => readonly Stored[];
  /** All continue tokens given so far answer 410 from now on. */
  readonly expireTokens: () => void;
}

/** An answer and, for those who look on, what its text says. */
export interface Reply extends ApiAnswer {
  readonly body: unknown;
}

export interface Draft {
  readonly metadata: {
    readonly name: string;
    readonly namespace: string;
    readonly uid?: string;
    readonly [field: string]: unknown;
  };
  readonly [field: string]: unknown;
}

export interface Stored {
  readonly metadata: {
    readonly name: string;
    readonly namespace: string;
    readonly uid: string;
    readonly resourceVersion: string;
    readonly [field: string]: unknown;
  };
  readonly [field: string]: unknown;
}

/** `mostPerPage`: the server may cut pages shorter than the client asked. */
export function createStandIn(mostPerPage = Infinity): StandIn {
  const stored = new Map<string, Stored>();
  const applied = new Map<string, JsonObject>();
  const snapshots = new Map<string, readonly Stored[]>();
  let version = 100;
  let uids = 0;
  const next = () => String((version += 1));
  const key = (plural: string, namespace: string, name: string) => `${plural}/${namespace}/${name}`;
  const all = (plural: string) =>
    [...stored].filter(([name]) => name.startsWith(`${plural}/`)).map(([, object]) => object);
  const write = (id: string, object: JsonObject, metadata: Draft['metadata']): Stored => {
    const uid = metadata.uid ?? stored.get(id)?.metadata.uid ?? `uid-${(uids += 1)}`;
    const result = { ...object, metadata: { ...metadata, uid, resourceVersion: next() } };
    stored.set(id, result);
    return result;
  };

  const list = (plural: string, query: URLSearchParams): Reply => {
    const [id, offset] = (query.get('continue') ?? '').split('~');
    const fresh = id === undefined || id === '';
    const items = fresh ? select(all(plural), query) : snapshots.get(id);
    if (items === undefined) return refuse(410, 'The provided continue parameter is too old');
    const start = Number(offset ?? 0);
    const end = start + Math.min(mostPerPage, Number(query.get('limit') ?? items.length));
    const name = fresh ? next() : id;
    if (end < items.length) snapshots.set(name, items);
    const token = end < items.length ? { continue: `${name}~${end}` } : {};
    // As for built-in kinds: the items do not say what they are.
    const page = items.slice(start, end).map((item) => ({ ...item, apiVersion: undefined, kind: undefined }));
    return answer(200, { metadata: { resourceVersion: name, ...token }, items: page });
  };

  const apply = (id: string, query: URLSearchParams, body: JsonObject): Reply => {
    const live = stored.get(id);
    const { resourceVersion, ...metadata } = draftMetadata(body);
    if (
      live !== undefined &&
      resourceVersion !== undefined &&
      resourceVersion !== live.metadata.resourceVersion
    )
      return refuse(409, 'the object has been modified; please apply your changes to the latest version');
    const manager = `${id}#${query.get('fieldManager') ?? ''}`;
    const wanted = { ...body, metadata };
    const cleared = live === undefined ? {} : clear(live, applied.get(manager), wanted);
    const merged = merge(cleared, wanted);
    applied.set(manager, wanted);
    if (!isObject(merged)) throw new Error('an object was applied, so the result is one');
    if (live !== undefined && isDeepStrictEqual(merged, live)) return answer(200, live);
    return answer(live === undefined ? 201 : 200, write(id, merged, draftMetadata(merged)));
  };

  const remove = (id: string, body: unknown): Reply => {
    const live = stored.get(id);
    if (live === undefined) return refuse(404, 'not found');
    for (const field of ['uid', 'resourceVersion'] as const) {
      const wanted = at(body, 'preconditions', field);
      if (wanted !== undefined && wanted !== live.metadata[field])
        return refuse(409, `Precondition failed: ${field}`);
    }
    forget(id);
    return answer(200, { kind: 'Status', status: 'Success' });
  };
  const forget = (id: string) => {
    stored.delete(id);
    for (const name of applied.keys()) if (name.startsWith(`${id}#`)) applied.delete(name);
  };

  return {
    all,
    get: (plural, namespace, name) => stored.get(key(plural, namespace, name)),
    put: (plural, object) => {
      const { namespace, name } = object.metadata;
      return write(key(plural, namespace, name), object, object.metadata);
    },
    drop: (plural, namespace, name) => forget(key(plural, namespace, name)),
    expireTokens: () => snapshots.clear(),
    handle: (request) => {
      const url = new URL(request.path, 'http://stand-in');
      const { plural, namespace, name } = parsePath(url.pathname);
      if (name === undefined) return list(plural, url.searchParams);
      const id = key(plural, namespace, name);
      const body: unknown = request.body === undefined ? undefined : JSON.parse(request.body);
      if (request.method === 'DELETE') return remove(id, body);
      if (request.method === 'PATCH') return apply(id, url.searchParams, isObject(body) ? body : {});
      const live = stored.get(id);
      return live === undefined ? refuse(404, 'not found') : answer(200, live);
    },
  };
}

/** A Status as the API server gives it. */
export function refuse(code: number, message: string): Reply {
  return answer(code, { kind: 'Status', status: 'Failure', message, code });
}

export function answer(status: number, body: unknown): Reply {
  return { status, retryAfter: undefined, text: JSON.stringify(body), body };
}

function draftMetadata(body: JsonObject): Draft['metadata'] {
  const metadata = body['metadata'];
  const name = at(metadata, 'name');
  const namespace = at(metadata, 'namespace');
  if (!isObject(metadata) || typeof name !== 'string' || typeof namespace !== 'string')
    throw new Error('an applied object needs a name and a namespace');
  const uid = at(metadata, 'uid');
  return { ...metadata, name, namespace, ...(typeof uid === 'string' ? { uid } : {}) };
}

function parsePath(path: string) {
  const parts = path.split('/').filter((part) => part !== '');
  const rest = parts.slice(parts[0] === 'api' ? 2 : 3);
  if (rest[0] === 'namespaces') return { plural: rest[2] ?? '', namespace: rest[1] ?? '', name: rest[3] };
  return { plural: rest[0] ?? '', namespace: '', name: undefined };
}

function select(objects: readonly Stored[], query: URLSearchParams): readonly Stored[] {
  const [field, name] = (query.get('fieldSelector') ?? '').split('=');
  const [label, value] = (query.get('labelSelector') ?? '').split('=');
  return objects.filter(
    (object) =>
      (field !== 'metadata.name' || object.metadata.name === name) &&
      (label === undefined || label === '' || at(object, 'metadata', 'labels', label) === value),
  );
}

/** What is left of `live` without the fields that the manager applied before and does not apply now. */
function clear(live: unknown, before: unknown, now: unknown): JsonObject {
  if (!isObject(live)) return {};
  if (!isObject(before)) return live;
  return Object.fromEntries(
    Object.entries(live).flatMap(([key, value]) => {
      const [old, wanted] = [before[key], at(now, key)];
      if (old !== undefined && wanted === undefined) return [];
      return [[key, isObject(value) && isObject(old) ? clear(value, old, wanted) : value]];
    }),
  );
}

/** Objects are merged, lists replaced: the job's lists have no entries of others in these tests. */
function merge(live: unknown, wanted: unknown): unknown {
  if (!isObject(live) || !isObject(wanted)) return wanted;
  const merged: Record<string, unknown> = { ...live };
  for (const [key, value] of Object.entries(wanted)) merged[key] = merge(live[key], value);
  return merged;
}
