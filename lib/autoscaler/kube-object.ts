/** Objects that the job applies, and the four kinds there are. */
import { AUTOSCALER_NAME } from './names.ts';
import type { JsonObject } from './json.ts';

export type Kind = 'ServiceAccount' | 'RoleBinding' | 'NetworkPolicy' | 'Deployment';

export interface KindInfo {
  readonly kind: Kind;
  readonly apiVersion: string;
  readonly group: string;
  readonly plural: string;
}

/** In the order of applying: the pods come last. Deleting goes the other way. */
export const KINDS: readonly KindInfo[] = [
  { kind: 'ServiceAccount', apiVersion: 'v1', group: '', plural: 'serviceaccounts' },
  {
    kind: 'RoleBinding',
    apiVersion: 'rbac.authorization.k8s.io/v1',
    group: 'rbac.authorization.k8s.io',
    plural: 'rolebindings',
  },
  {
    kind: 'NetworkPolicy',
    apiVersion: 'networking.k8s.io/v1',
    group: 'networking.k8s.io',
    plural: 'networkpolicies',
  },
  { kind: 'Deployment', apiVersion: 'apps/v1', group: 'apps', plural: 'deployments' },
];

/** An object to apply; `body` is all of it. */
export interface WantedObject {
  readonly info: KindInfo;
  readonly namespace: string;
  readonly body: JsonObject;
}

/** URL path of the objects of a kind in all namespaces. */
export function listPath(info: KindInfo): string {
  return `${root(info)}/${info.plural}`;
}

/** URL path of the one object of a kind in `namespace`. */
export function objectPath(info: KindInfo, namespace: string): string {
  return `${root(info)}/namespaces/${encodeURIComponent(namespace)}/${info.plural}/${AUTOSCALER_NAME}`;
}

function root(info: KindInfo): string {
  return info.group === '' ? `/api/${info.apiVersion}` : `/apis/${info.apiVersion}`;
}
