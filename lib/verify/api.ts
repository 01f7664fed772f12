/** One object, or a list of them, as the API server gives it. */
export type Live = Readonly<Record<string, unknown>>;

/** What verify asks of an API server. Everything but `post` and `remove` only reads. */
export interface Api {
  /** The object at the path; undefined if there is none. */
  get(path: string): Promise<Live | undefined>;
  /** The items of the list at the path; none if the kind is not known there. */
  list(path: string): Promise<readonly Live[]>;
  /** The text at the path, such as a log. */
  text(path: string): Promise<string>;
  post(path: string, body: object): Promise<void>;
  remove(path: string): Promise<void>;
}

/** An answer other than the wanted one, with what the server said. */
export class ApiError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const timeoutMs = 15_000;

/**
 * An API server that needs no credentials, such as a `kubectl proxy`: kubectl knows every way to log in (client
 * certificates, OIDC, exec plugins), and a client of our own would know a few.
 */
export function httpApi(server: string): Api {
  const ask = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const response = await fetch(`${server.replace(/\/$/, '')}${path}`, {
      ...init,
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (response.ok) return response;
    throw new ApiError(response.status, messageOf(await response.text()) ?? response.statusText);
  };
  const get = async (path: string): Promise<Live | undefined> => {
    try {
      return (await (await ask(path)).json()) as Live;
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return undefined;
      throw error;
    }
  };
  return {
    get,
    list: async (path) => ((await get(path))?.['items'] ?? []) as readonly Live[],
    text: async (path) => (await ask(path)).text(),
    post: async (path, body) => {
      const headers = { 'content-type': 'application/json' };
      await ask(path, { method: 'POST', headers, body: JSON.stringify(body) });
    },
    remove: async (path) => {
      const body = JSON.stringify({ propagationPolicy: 'Background' });
      await ask(path, { method: 'DELETE', headers: { 'content-type': 'application/json' }, body });
    },
  };
}

/** The message of a Status object. */
function messageOf(text: string): string | undefined {
  try {
    const { message } = JSON.parse(text) as { message?: unknown };
    return typeof message === 'string' ? message : undefined;
  } catch {
    return text === '' ? undefined : text.slice(0, 200);
  }
}

/** A field of a live object by its way, such as `status.phase`. */
export function at(object: unknown, way: string): unknown {
  return way
    .split('.')
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | null | undefined)?.[key], object);
}

/** The same as text; '' if it is not there. */
export function textAt(object: unknown, way: string): string {
  const value = at(object, way);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** Name of a live object. */
export const nameOf = (object: Live): string => textAt(object, 'metadata.name');

interface Condition {
  readonly status: string;
  readonly reason: string;
  readonly message: string;
}

/** The condition of that type. */
export function condition(object: Live | undefined, type: string): Condition | undefined {
  const conditions = (at(object, 'status.conditions') ?? []) as readonly Live[];
  const found = conditions.find((one) => one['type'] === type);
  return (
    found && {
      status: textAt(found, 'status'),
      reason: textAt(found, 'reason'),
      message: textAt(found, 'message'),
    }
  );
}
