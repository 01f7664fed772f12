import { type Call, type Endpoint, type Send, sender } from './http.ts';
import { type Kind, type KubeObject, listAt, type Reference, referenceTo, textAt } from './object.ts';

/** What the API server answered when it refused: HTTP status, reason and message of its Status object. */
export class ApiError extends Error {
  readonly status: number;
  readonly reason: string;
  constructor(call: Call, status: number, body: string) {
    const answer = parse(body);
    super(`${call.method} ${call.path}: ${status} ${textAt(answer, 'message') || body.slice(0, 500)}`);
    this.status = status;
    this.reason = textAt(answer, 'reason');
  }
}

export interface ApplyOptions {
  /** Field manager; the engines use `argocd-controller` and `kustomize-controller`. */
  readonly manager?: string;
  /** Take over fields that another manager owns. Default true, as both engines do. */
  readonly force?: boolean;
  readonly dryRun?: boolean;
}

export interface ListOptions {
  readonly namespace?: string | undefined;
  readonly labels?: string | undefined;
}

export type Patch =
  | { readonly type: 'merge'; readonly value: unknown }
  | { readonly type: 'json'; readonly value: readonly unknown[] };

/** Verbs on objects of any kind; the resource of a kind is looked up in the API server's discovery. */
export interface KubeClient {
  readonly endpoint: Endpoint;
  /** Undefined if there is none. */
  get(reference: Reference): Promise<KubeObject | undefined>;
  /** Empty if the kind is not served. */
  list(kind: Kind, options?: ListOptions): Promise<readonly KubeObject[]>;
  create(object: KubeObject): Promise<KubeObject>;
  /** Server-side apply. */
  apply(object: KubeObject, options?: ApplyOptions): Promise<KubeObject>;
  patch(reference: Reference, patch: Patch, subresource?: string): Promise<KubeObject>;
  /** False if there was none. Background propagation, as both engines use it. */
  remove(reference: Reference): Promise<boolean>;
  /** A request by path, for what has no verb here. Throws ApiError from status 400 on. */
  raw(call: Call): Promise<string>;
  /** Path of an object or, without a name, of a collection. */
  path(kind: Kind, namespace?: string, name?: string): Promise<string>;
}

const patchTypes = { merge: 'application/merge-patch+json', json: 'application/json-patch+json' };

/** A client of one API server under one identity. */
export function connect(endpoint: Endpoint): KubeClient {
  const send = sender(endpoint);
  const path = resourcePaths(send);
  const raw = (call: Call): Promise<string> => exchange(send, call);
  const object = async (call: Call): Promise<KubeObject> => JSON.parse(await raw(call)) as KubeObject;
  const pathTo = ({ namespace, name, ...kind }: Reference): Promise<string> => path(kind, namespace, name);
  return {
    endpoint,
    raw,
    path,
    get: async (reference) => absent(async () => object({ method: 'GET', path: await pathTo(reference) })),
    list: async (kind, { namespace, labels } = {}) => {
      const query = labels === undefined ? '' : `?labelSelector=${encodeURIComponent(labels)}`;
      const found = await absent(async () =>
        object({ method: 'GET', path: (await path(kind, namespace)) + query }),
      );
      return listAt(found, 'items').map((item) => ({ ...(item as KubeObject), ...kind }));
    },
    create: async (created) => {
      const target = await path(created, created.metadata.namespace);
      return object({ method: 'POST', path: target, body: JSON.stringify(created) });
    },
    apply: async (applied, { manager = 'kaas-lab', force = true, dryRun = false } = {}) =>
      object({
        method: 'PATCH',
        path: `${await pathTo(referenceTo(applied))}?fieldManager=${manager}&force=${String(force)}${dryRun ? '&dryRun=All' : ''}`,
        body: JSON.stringify(applied),
        contentType: 'application/apply-patch+yaml',
      }),
    patch: async (reference, { type, value }, subresource) =>
      object({
        method: 'PATCH',
        path: (await pathTo(reference)) + (subresource === undefined ? '' : `/${subresource}`),
        body: JSON.stringify(value),
        contentType: patchTypes[type],
      }),
    remove: async (reference) => {
      const call = async (): Promise<string> =>
        raw({
          method: 'DELETE',
          path: await pathTo(reference),
          body: JSON.stringify({ apiVersion: 'v1', kind: 'DeleteOptions', propagationPolicy: 'Background' }),
        });
      return (await absent(call)) !== undefined;
    },
  };
}

async function exchange(send: Send, call: Call): Promise<string> {
  const { status, body } = await send(call);
  if (status >= 400 || status === 0) throw new ApiError(call, status, body);
  return body;
}

/** Undefined instead of a 404 or of a kind that is not served. */
async function absent<T>(call: () => Promise<T>): Promise<T | undefined> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof UnknownKind || (error instanceof ApiError && error.status === 404)) return undefined;
    throw error;
  }
}

/** The API server does not serve this kind (yet). */
export class UnknownKind extends Error {}

function resourcePaths(send: Send): KubeClient['path'] {
  const known = new Map<string, { readonly plural: string; readonly namespaced: boolean }>();
  const discover = async (apiVersion: string): Promise<void> => {
    const { status, body } = await send({ method: 'GET', path: root(apiVersion) });
    if (status !== 200) return;
    for (const resource of listAt(parse(body), 'resources')) {
      const plural = textAt(resource, 'name');
      if (plural.includes('/')) continue;
      const namespaced = (resource as { namespaced?: boolean }).namespaced === true;
      known.set(`${apiVersion} ${textAt(resource, 'kind')}`, { plural, namespaced });
    }
  };
  return async ({ apiVersion, kind }, namespace, name) => {
    const key = `${apiVersion} ${kind}`;
    if (!known.has(key)) await discover(apiVersion);
    const resource = known.get(key);
    if (resource === undefined) throw new UnknownKind(`the API server does not serve ${key}`);
    const scope = resource.namespaced && namespace !== undefined ? `/namespaces/${namespace}` : '';
    return `${root(apiVersion)}${scope}/${resource.plural}${name === undefined ? '' : `/${name}`}`;
  };
}

const root = (apiVersion: string): string =>
  apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
