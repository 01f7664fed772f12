import type { Finding } from '../../lib/finding/index.ts';
import { digestOf, type SchemaFile } from './schema-file.ts';

/** A finding if a schema file is not the one that was reviewed when its digest was pinned. */
export function digestFinding(file: SchemaFile): Finding | undefined {
  const found = digestOf(file);
  if (found === file.wanted.digest) return undefined;
  const pinned = file.wanted.digest === undefined ? 'none is pinned' : `${file.wanted.digest} is pinned`;
  return {
    rule: 'import-digest',
    severity: 'error',
    place: file.wanted.place,
    problem: `the schema of ${file.wanted.kind} from ${file.source.project} ${file.source.version} has the SHA-256 ${found}`,
    allowed: pinned,
    remedy: 'if the change is wanted, run `npm run import -- --update` and review the diff of imports/',
    related: [],
  };
}

/** All constructs are exported from one file, so a typed kind's name can be used once. */
export function sameNames(files: readonly SchemaFile[]): readonly Finding[] {
  const typed = files.filter((file) => file.source.typed);
  return typed.flatMap((file, index) => {
    const first = typed.findIndex((other) => other.wanted.kind === file.wanted.kind);
    const other = typed[first];
    if (first === index || other === undefined) return [];
    const related = [{ place: other.wanted.place, note: `${other.wanted.kind} is here first` }];
    return [
      {
        rule: 'import-kind',
        severity: 'error' as const,
        place: file.wanted.place,
        problem: `${file.wanted.kind} is wanted of two sources`,
        allowed: 'a construct per kind',
        remedy: 'keep one of them, or set `types: false` on one source',
        related,
      },
    ];
  });
}
