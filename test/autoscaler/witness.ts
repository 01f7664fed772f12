import { at, isArray, textAt, textsAt } from '../../lib/autoscaler/json.ts';
import type { ApiRequest, Transport } from '../../lib/autoscaler/transport.ts';
import type { Reply, StandIn } from './stand-in.ts';

export type Replies = (request: ApiRequest) => Promise<Reply>;

/**
 * Watches one run from outside and notes in `violations` each delete that what the run has been told does not
 * justify, and each write to what is not its own. It shares no code with the job's own judgement.
 */
export function witness(transport: Replies, api: StandIn, violations: string[]): Transport {
  const seen = new Map<string, unknown>();
  let pages: unknown[] = [];
  let complete: readonly unknown[] | undefined;

  const remember = (request: ApiRequest, body: unknown) => {
    const items = at(body, 'items');
    const isList = isArray(items);
    if (isList && textAt(body, 'metadata', 'resourceVersion') === undefined) return;
    if (isList && request.path.includes('/clusters?')) {
      pages = request.path.includes('continue=') ? [...pages, ...items] : [...items];
      complete = textAt(body, 'metadata', 'continue') === undefined ? pages : undefined;
    } else for (const item of isList ? items : [body]) seen.set(textAt(item, 'metadata', 'uid') ?? '', item);
  };

  const examineDelete = (request: ApiRequest) => {
    const uid = textAt(JSON.parse(request.body ?? '{}'), 'preconditions', 'uid');
    const object = seen.get(uid ?? '');
    const owners = at(object, 'metadata', 'ownerReferences');
    if (object === undefined) return violations.push(`deletes what it has not seen: ${request.path}`);
    if (!isOurs(object)) return violations.push(`deletes a stranger: ${request.path}`);
    if (!isArray(owners) || owners.length !== 1 || at(owners[0], 'kind') !== 'Cluster')
      return violations.push(`deletes without proof of ownership: ${request.path}`);
    if (complete === undefined) return violations.push(`deletes without a complete list: ${request.path}`);
    const wanting = complete.some(
      (cluster) =>
        at(cluster, 'metadata', 'uid') === at(owners[0], 'uid') &&
        at(cluster, 'metadata', 'deletionTimestamp') === undefined,
    );
    return wanting ? violations.push(`deletes what a listed Cluster wants: ${request.path}`) : 0;
  };

  const examineApply = (request: ApiRequest, before: unknown) => {
    if (before !== undefined && !isOurs(before)) violations.push(`writes to a stranger: ${request.path}`);
  };

  return async (request) => {
    if (!/\/cluster-autoscaler(\?|$)/.test(request.path) && request.method !== 'GET')
      violations.push(`writes to another name: ${request.path}`);
    if (request.method === 'DELETE') examineDelete(request);
    const [, namespace = '', plural = ''] = /namespaces\/([^/]+)\/([^/]+)\//.exec(request.path) ?? [];
    const before = request.method === 'PATCH' ? api.get(plural, namespace, 'cluster-autoscaler') : undefined;
    const reply = await transport(request);
    if (request.method === 'PATCH' && reply.status < 300) examineApply(request, before);
    if (request.method === 'GET' && reply.status === 200) remember(request, reply.body);
    return reply;
  };
}

function isOurs(object: unknown): boolean {
  return textsAt(object, 'metadata', 'labels')['app.kubernetes.io/managed-by'] === 'kaas-autoscaler';
}
