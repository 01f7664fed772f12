/** Complete lists, page by page. A list that is not provably complete is a failure, never a shorter list. */
import type { Client, Failure } from './client.ts';
import { at, isArray, textAt } from './json.ts';

export interface ListRequest<T> {
  readonly path: string;
  /** labelSelector or fieldSelector, unencoded. */
  readonly query: Readonly<Record<string, string>>;
  /** The part of an item that is kept, or undefined if the item makes no sense. */
  readonly read: (item: unknown) => T | undefined;
}

export type Listed<T> = { readonly ok: true; readonly items: readonly T[]; readonly pages: number } | Failure;

export const PAGE_SIZE = 200;
const RESTARTS = 3;

/** The whole list as of one moment. An expired continue token (410) starts it over. */
export async function listAll<T>(client: Client, request: ListRequest<T>): Promise<Listed<T>> {
  for (let restarts = 0; ; restarts += 1) {
    const listed = await listOnce(client, request);
    if (listed.ok || listed.status !== 410 || restarts === RESTARTS) return listed;
  }
}

async function listOnce<T>(client: Client, request: ListRequest<T>): Promise<Listed<T>> {
  const items: T[] = [];
  let token = '';
  for (let pages = 1; ; pages += 1) {
    const answer = await client.send({ method: 'GET', path: pagePath(request, token) });
    if (!answer.ok) return { ...answer, message: `list ${request.path}: ${answer.message}` };
    const page = readPage(answer.body, request.read);
    if (page === undefined)
      return broken(request.path, 'the answer is no list, or an item lacks its identity');
    for (const item of page.items) items.push(item);
    if (page.next === '') return { ok: true, items, pages };
    if (page.next === token) return broken(request.path, 'the continue token repeats');
    token = page.next;
  }
}

/** No resourceVersion: the API server then reads from etcd, so the list is not older than the request. */
function pagePath(request: ListRequest<unknown>, token: string): string {
  const query = new URLSearchParams({ ...request.query, limit: String(PAGE_SIZE) });
  if (token !== '') query.set('continue', token);
  return `${request.path}?${query.toString()}`;
}

function readPage<T>(
  body: unknown,
  read: (item: unknown) => T | undefined,
): { items: T[]; next: string } | undefined {
  const raw = at(body, 'items');
  if (!isArray(raw) || textAt(body, 'metadata', 'resourceVersion') === undefined) return undefined;
  const items: T[] = [];
  for (const item of raw) {
    const kept = read(item);
    if (kept === undefined) return undefined;
    items.push(kept);
  }
  return { items, next: textAt(body, 'metadata', 'continue') ?? '' };
}

function broken(path: string, why: string): Failure {
  return { ok: false, status: 0, message: `list ${path}: ${why}` };
}
