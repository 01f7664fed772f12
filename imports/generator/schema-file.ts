import { createHash } from 'node:crypto';
import type { Finding } from '../../lib/finding/index.ts';
import type { KindSchema } from '../schemas.ts';
import { type OfferedKind, readCrds } from './crd.ts';
import { printJson } from './json.ts';
import { readDefinitions } from './openapi.ts';
import type { Source, WantedKind } from './sources.ts';

/** A schema file below imports/, and what it is made of. */
export interface SchemaFile {
  readonly wanted: WantedKind;
  readonly source: Source;
  readonly schema: KindSchema;
  readonly text: string;
  /** Taken as committed, not made of the source in this run. */
  readonly committed: boolean;
}

/** The schema files of a source, or what of its kinds cannot be had. */
export function makeSchemaFiles(source: Source, texts: readonly string[]): readonly (SchemaFile | Finding)[] {
  const offered = texts.flatMap((text) => (text.startsWith('{') ? readDefinitions(text) : readCrds(text)));
  return source.kinds.map((wanted) => {
    const matching = offered.filter((offer) => matches(wanted, offer));
    const [only] = matching;
    if (only === undefined || matching.length > 1) return notOne(source, wanted, matching, offered);
    const schema = only.schema();
    return { wanted, source, schema, text: printJson(schema), committed: false };
  });
}

function matches(wanted: WantedKind, offer: OfferedKind): boolean {
  return (
    offer.kind === wanted.kind && (wanted.group === undefined || groupName(offer.group) === wanted.group)
  );
}

function notOne(
  source: Source,
  wanted: WantedKind,
  matching: readonly OfferedKind[],
  offered: readonly OfferedKind[],
): Finding {
  const several = matching.map((offer) => `${offer.kind}.${groupName(offer.group)}`).sort();
  const kinds = [...new Set(offered.map((offer) => offer.kind))].sort();
  const from = `${source.project} ${source.version}`;
  return {
    rule: 'import-kind',
    severity: 'error',
    place: wanted.place,
    problem:
      several.length > 1 ? `${wanted.kind} is in ${from} more than once` : `${wanted.kind} is not in ${from}`,
    allowed: `it has ${(several.length > 1 ? several : kinds).join(', ')}`,
    remedy: several.length > 1 ? 'name the group too' : 'correct the kind, the version or the url',
    related: [],
  };
}

/** SHA-256 of a schema file in hex. */
export function digestOf(file: Pick<SchemaFile, 'text'>): string {
  return createHash('sha256').update(file.text).digest('hex');
}

/** Where a schema lies below imports/. */
export function schemaPath({ apiVersion, kind }: Pick<KindSchema, 'apiVersion' | 'kind'>): string {
  const group = apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';
  return `schemas/${groupName(group)}/${kind}.json`;
}

/** The core group has no name of its own. */
function groupName(group: string): string {
  return group === '' ? 'core' : group;
}
