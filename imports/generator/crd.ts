import { load } from 'js-yaml';
import type { KindSchema } from '../schemas.ts';
import { compactObject } from './compact.ts';
import { isObject, type JsonObject, listAt, objectAt, textAt } from './json.ts';
import { chooseVersion } from './version.ts';

/** A kind that a source offers; its schema is made when asked for. */
export interface OfferedKind {
  readonly group: string;
  readonly kind: string;
  readonly schema: () => KindSchema;
}

/** The CRDs of a YAML stream, such as a release manifest. Everything else in it is passed over unparsed. */
export function readCrds(yaml: string): readonly OfferedKind[] {
  return yaml
    .split(/^---[ \t]*$/m)
    .filter((text) => /^kind: CustomResourceDefinition[ \t]*$/m.test(text))
    .map((text) => load(text))
    .filter(isObject)
    .map((crd) => ({
      group: textAt(crd, 'spec', 'group'),
      kind: textAt(crd, 'spec', 'names', 'kind'),
      schema: () => kindSchema(crd),
    }));
}

function kindSchema(crd: JsonObject): KindSchema {
  const versions = listAt(crd, 'spec', 'versions').filter(isObject);
  const name = chooseVersion(
    objectAt(crd, 'metadata', 'labels'),
    versions.map((version) => ({
      name: textAt(version, 'name'),
      storage: version.storage === true,
      served: version.served === true,
    })),
  );
  const version = versions.find((candidate) => textAt(candidate, 'name') === name);
  const apiVersion = `${textAt(crd, 'spec', 'group')}/${name}`;
  const kind = textAt(crd, 'spec', 'names', 'kind');
  return {
    apiVersion,
    kind,
    plural: textAt(crd, 'spec', 'names', 'plural'),
    scope: textAt(crd, 'spec', 'scope') === 'Cluster' ? 'Cluster' : 'Namespaced',
    schema: compactObject(objectAt(version, 'schema', 'openAPIV3Schema'), apiVersion, kind),
  };
}
