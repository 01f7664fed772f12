import type { KindSchema } from '../../../imports/schemas.ts';
import { groupOf, type ManifestObject } from '../manifest.ts';
import { isLabel, isPathSegment, isServiceName, isSubdomain } from './names.ts';
import { report, show, type Walk } from '../violation.ts';

/** The name of an object, and its namespace: required of a namespaced kind, refused of a cluster-scoped one. */
export function checkMetadata(
  object: ManifestObject,
  { scope }: Pick<KindSchema, 'scope'>,
  walk: Walk,
): void {
  walk.steps.push('metadata');
  nameCheck(object, walk);
  namespaceCheck(object, scope, walk);
  walk.steps.pop();
}

function nameCheck(object: ManifestObject, walk: Walk): void {
  const { name } = object.metadata;
  const { accepts, allowed } = nameRule(object);
  if (typeof name === 'string' && !accepts(name))
    report(walk, `${show(name)} is no name for a ${object.kind}`, allowed, 'name');
}

interface NameRule {
  readonly accepts: (name: string) => boolean;
  readonly allowed: string;
}

const plain: NameRule = {
  accepts: isSubdomain,
  allowed:
    'up to 253 lower-case letters, digits, dashes and dots, a letter or digit at both ends of each part',
};
const oneLabel: NameRule = {
  accepts: isLabel,
  allowed: 'up to 63 lower-case letters, digits and dashes, a letter or digit first and last',
};
const service: NameRule = {
  accepts: isServiceName,
  allowed: 'up to 63 lower-case letters, digits and dashes, a letter first',
};
const rbac: NameRule = { accepts: isPathSegment, allowed: 'text without / and %' };

function nameRule({ apiVersion, kind }: ManifestObject): NameRule {
  if (groupOf(apiVersion) === 'rbac.authorization.k8s.io') return rbac;
  if (groupOf(apiVersion) !== '') return plain;
  return kind === 'Namespace' ? oneLabel : kind === 'Service' ? service : plain;
}

function namespaceCheck(
  { kind, metadata: { namespace } }: ManifestObject,
  scope: KindSchema['scope'],
  walk: Walk,
): void {
  if (scope === 'Cluster') {
    if (namespace !== undefined)
      report(walk, `${show(namespace)}: a ${kind} stands outside of namespaces`, 'no namespace', 'namespace');
  } else if (namespace === undefined) {
    report(
      walk,
      'is missing: the object would land in whatever namespace the engine defaults to',
      'a namespace',
      'namespace',
    );
  } else if (!isLabel(namespace)) {
    report(walk, `${show(namespace)} is no name for a namespace`, oneLabel.allowed, 'namespace');
  }
}
