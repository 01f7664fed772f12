import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding } from '../../lib/finding/index.ts';
import type { KindSchema } from '../schemas.ts';
import { digestOf, type SchemaFile } from './schema-file.ts';
import type { Source } from './sources.ts';

/** The schema files of a source as they are committed. */
export function committedFiles(source: Source, root: string): readonly (SchemaFile | Finding)[] {
  const groups = existsSync(join(root, 'schemas')) ? readdirSync(join(root, 'schemas')).sort() : [];
  return source.kinds.map((wanted) => {
    const paths = groups
      .filter((group) => wanted.group === undefined || group === wanted.group)
      .map((group) => join(root, 'schemas', group, `${wanted.kind}.json`));
    const texts = paths.filter((path) => existsSync(path)).map((path) => readFileSync(path, 'utf8'));
    // Two projects may share a kind's name: the digest tells which file is whose.
    const text = texts.find((candidate) => digestOf({ text: candidate }) === wanted.digest) ?? texts[0];
    if (text === undefined) return notCommitted(source, wanted.kind, wanted.place);
    return { wanted, source, schema: JSON.parse(text) as KindSchema, text, committed: true };
  });
}

function notCommitted(source: Source, kind: string, place: Finding['place']): Finding {
  return {
    rule: 'import-kind',
    severity: 'error',
    place,
    problem: `there is no schema of ${kind} from ${source.project} ${source.version} yet`,
    allowed: 'types are made of the committed schemas',
    remedy: 'run `npm run import -- --update`, with --from DIR where there is no network',
    related: [],
  };
}
