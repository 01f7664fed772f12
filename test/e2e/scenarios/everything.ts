import { identity } from '../lab/bundle.ts';
import type { KubeClient } from '../lab/client.ts';
import { isRecord, type Kind, type KubeObject, listAt, textAt } from '../lab/object.ts';

/** What controller-manager puts into every namespace. Events pass by themselves and are not looked at. */
const ofEveryNamespace = new Set(['ConfigMap kube-root-ca.crt', 'ServiceAccount default']);

/**
 * Everything in a namespace that is not in `delivered` (identities of objects), of every kind that the API server
 * says it has: a kind that nobody thought of is not forgotten.
 */
export async function undelivered(
  client: KubeClient,
  namespace: string,
  delivered: ReadonlySet<string>,
): Promise<readonly KubeObject[]> {
  const kinds = (await listableKinds(client)).filter(({ kind }) => kind !== 'Event');
  const objects = await Promise.all(kinds.map((kind) => client.list(kind, { namespace })));
  return objects
    .flat()
    .filter((object) => !delivered.has(identity(object)))
    .filter(({ kind, metadata }) => !ofEveryNamespace.has(`${kind} ${metadata.name}`));
}

/** Kinds in namespaces that can be listed, each in its group's preferred version. */
async function listableKinds(client: KubeClient): Promise<readonly Kind[]> {
  const read = async (path: string): Promise<unknown> =>
    JSON.parse(await client.raw({ method: 'GET', path })) as unknown;
  const groups = listAt(await read('/apis'), 'groups').map((group) =>
    textAt(group, 'preferredVersion.groupVersion'),
  );
  const roots = [
    ['v1', '/api/v1'] as const,
    ...groups.map((version) => [version, `/apis/${version}`] as const),
  ];
  const found = await Promise.all(
    roots.map(async ([apiVersion, path]) =>
      listAt(await read(path), 'resources')
        .filter(isListable)
        .map((resource) => ({ apiVersion, kind: textAt(resource, 'kind') })),
    ),
  );
  return found.flat();
}

const isListable = (resource: unknown): boolean =>
  isRecord(resource) &&
  resource['namespaced'] === true &&
  !textAt(resource, 'name').includes('/') &&
  listAt(resource, 'verbs').includes('list');
