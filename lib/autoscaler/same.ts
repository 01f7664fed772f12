/** Is what is wanted already there? Fields that others or the API server added do not count. */
import { isArray, isObject } from './json.ts';

/**
 * Lists that server-side apply merges by key, so that others may add entries of their own.
 * In every other list (args, subjects, tolerations, policy rules) ours replaces the whole.
 * Source: the x-kubernetes-list-map-keys of the built-in types.
 */
const MERGE_KEYS: Readonly<Record<string, string>> = {
  containers: 'name',
  ownerReferences: 'uid',
  ports: 'containerPort',
  volumeMounts: 'mountPath',
  volumes: 'name',
};

/** True if `live` says everything that `wanted` says. `field` is the key under which both stand. */
export function covers(live: unknown, wanted: unknown, field = ''): boolean {
  if (isObject(wanted))
    return isObject(live) && Object.entries(wanted).every(([key, value]) => covers(live[key], value, key));
  if (isArray(wanted)) return isArray(live) && coversList(live, wanted, MERGE_KEYS[field]);
  return live === wanted;
}

function coversList(live: readonly unknown[], wanted: readonly unknown[], key: string | undefined): boolean {
  if (key === undefined || !wanted.every((entry) => isObject(entry) && key in entry))
    return live.length === wanted.length && wanted.every((entry, index) => covers(live[index], entry));
  return wanted.every((entry) =>
    live.some(
      (other) => isObject(other) && isObject(entry) && other[key] === entry[key] && covers(other, entry),
    ),
  );
}
