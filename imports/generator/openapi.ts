import type { KindSchema } from '../schemas.ts';
import { compactObject } from './compact.ts';
import type { OfferedKind } from './crd.ts';
import { isObject, type JsonObject, listAt, objectAt, textAt } from './json.ts';
import { inline } from './openapi-inline.ts';
import { compareVersions } from './version.ts';

/** A kind as the paths of the API tell it: only what can be created is there. */
interface Creatable {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly plural: string;
  readonly scope: KindSchema['scope'];
}

/** The kinds of Kubernetes' own OpenAPI document (api/openapi-spec/swagger.json), each in its newest version. */
export function readDefinitions(json: string): readonly OfferedKind[] {
  const document: unknown = JSON.parse(json);
  const definitions = objectAt(document, 'definitions');
  const newest = new Map<string, Creatable>();
  for (const found of creatables(objectAt(document, 'paths'))) {
    const key = `${found.kind}.${found.group}`;
    const known = newest.get(key);
    if (known === undefined || compareVersions(found.version, known.version) > 0) newest.set(key, found);
  }
  return [...newest.values()].map((found) => ({
    group: found.group,
    kind: found.kind,
    schema: () => kindSchema(found, definitions),
  }));
}

function creatables(paths: JsonObject): readonly Creatable[] {
  return Object.entries(paths).flatMap(([path, item]) => {
    const gvk = objectAt(item, 'post', 'x-kubernetes-group-version-kind');
    const plural = /^\/apis?\/(?:[^/]+\/)?[^/]+\/(?:namespaces\/\{namespace\}\/)?([a-z]+)$/.exec(path)?.[1];
    if (plural === undefined || textAt(gvk, 'kind') === '') return [];
    const scope = path.includes('/namespaces/{namespace}/') ? ('Namespaced' as const) : ('Cluster' as const);
    const [group, version, kind] = [textAt(gvk, 'group'), textAt(gvk, 'version'), textAt(gvk, 'kind')];
    return [{ group, version, kind, plural, scope }];
  });
}

function kindSchema({ group, version, kind, plural, scope }: Creatable, definitions: JsonObject): KindSchema {
  const apiVersion = group === '' ? version : `${group}/${version}`;
  const definition = Object.values(definitions).find((candidate) =>
    listAt(candidate, 'x-kubernetes-group-version-kind')
      .filter(isObject)
      .some((gvk) => gvk.group === group && gvk.version === version && gvk.kind === kind),
  );
  const schema = compactObject(inline(definition, definitions), apiVersion, kind);
  return { apiVersion, kind, plural, scope, schema };
}
