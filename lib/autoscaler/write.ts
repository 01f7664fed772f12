/** Applying and deleting one object, each guarded against what changed since it was listed. */
import type { Client, Failure } from './client.ts';
import { isObject } from './json.ts';
import type { JsonObject } from './json.ts';
import { objectPath } from './kube-object.ts';
import { belongsTo, provenOwner, readLive } from './live.ts';
import type { LiveObject } from './live.ts';
import { FIELD_MANAGER } from './names.ts';
import type { Apply } from './plan.ts';
import { covers } from './same.ts';

export type Change = 'created' | 'updated' | 'deleted' | 'unchanged';
export type Written = { readonly ok: true; readonly change: Change } | Failure;

/** Several runs may meet at one object, and its status moves its resourceVersion while pods start. */
const MEETINGS = 5;

/**
 * Server-side apply, forced only on an object seen to be ours. The resourceVersion in the body makes it
 * a compare-and-swap; on conflict the object is read and judged again.
 */
export async function applyObject(client: Client, apply: Apply): Promise<Written> {
  let live = apply.live;
  for (let meeting = 1; ; meeting += 1) {
    const answer = await client.send(patchRequest(apply, live));
    if (answer.ok) return { ok: true, change: live === undefined ? 'created' : 'updated' };
    if (answer.status !== 409 || meeting === MEETINGS) return answer;
    const found = await read(client, apply.wanted);
    if ('ok' in found) return found;
    live = found.live;
    const refusal = live === undefined ? undefined : whyNot(live, apply);
    if (refusal !== undefined) return { ok: false, status: 409, message: refusal };
    if (covers(live?.body, apply.wanted.body)) return { ok: true, change: 'unchanged' };
  }
}

/** Deletes exactly the object that was judged: same uid, unchanged or still provably the same Cluster's. */
export async function deleteObject(client: Client, object: LiveObject): Promise<Written> {
  let live = object;
  for (let meeting = 1; ; meeting += 1) {
    const answer = await client.send(deleteRequest(live));
    if (answer.ok) return { ok: true, change: 'deleted' };
    if (answer.status === 404) return { ok: true, change: 'unchanged' };
    if (answer.status !== 409 || meeting === MEETINGS) return answer;
    const found = await read(client, object);
    if ('ok' in found) return found;
    const again = found.live;
    if (again?.uid !== object.uid || again.deleting) return { ok: true, change: 'unchanged' };
    if (provenOwner(again) !== provenOwner(object)) return { ok: true, change: 'unchanged' };
    live = again;
  }
}

function whyNot(live: LiveObject, apply: Apply): string | undefined {
  if (live.deleting) return 'the old object is still being deleted';
  return belongsTo(live, apply.owner) ? undefined : "an object that is not this job's has taken the name";
}

/**
 * For an object that must not exist yet, a resourceVersion that no object has: the API server ignores it
 * when it creates, and answers 409 when somebody else was quicker (seen on v1.35.5).
 */
const NOT_THERE = '1';

function patchRequest(apply: Apply, live: LiveObject | undefined) {
  const { info, namespace, body } = apply.wanted;
  const guard = { resourceVersion: live?.resourceVersion ?? NOT_THERE };
  const query = new URLSearchParams({ fieldManager: FIELD_MANAGER, force: String(live !== undefined) });
  return {
    method: 'PATCH',
    path: `${objectPath(info, namespace)}?${query.toString()}`,
    contentType: 'application/apply-patch+yaml',
    body: JSON.stringify({ ...body, metadata: { ...metadataOf(body), ...guard } }),
  } as const;
}

function metadataOf(body: JsonObject): JsonObject {
  const metadata = body['metadata'];
  return isObject(metadata) ? metadata : {};
}

function deleteRequest(object: LiveObject) {
  const { uid, resourceVersion } = object;
  return {
    method: 'DELETE',
    path: objectPath(object.info, object.namespace),
    contentType: 'application/json',
    body: JSON.stringify({
      apiVersion: 'v1',
      kind: 'DeleteOptions',
      propagationPolicy: 'Background',
      preconditions: { uid, resourceVersion },
    }),
  } as const;
}

async function read(
  client: Client,
  object: Pick<LiveObject, 'info' | 'namespace'>,
): Promise<{ readonly live: LiveObject | undefined } | Failure> {
  const answer = await client.send({ method: 'GET', path: objectPath(object.info, object.namespace) });
  if (!answer.ok) return answer.status === 404 ? { live: undefined } : answer;
  const live = readLive(object.info, answer.body);
  return live === undefined ? { ok: false, status: 0, message: 'the answer is no object' } : { live };
}
