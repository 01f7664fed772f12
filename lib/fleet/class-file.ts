import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { compareText, type Finding } from '../finding/index.ts';
import { Source } from './source.ts';

/** One frozen class generation: `platform/classes/NAME.yaml`. */
export interface ClassFile {
  readonly name: string;
  readonly source: Source;
  /** The documents of the file: templates, then the ClusterClass. */
  readonly objects: readonly unknown[];
}

const header =
  '# A released class generation. It is frozen: change the constructs and run `kaas class release` for a new one.';
const digestLine = /^# sha256:([0-9a-f]{64})$/;

/** The text of a class file: a digest of the body makes an edit noticed. */
export function classFileText(body: string): string {
  return `${header}\n# sha256:${digestOf(body)}\n${body}`;
}

/** Reads every class generation below the folder of the platform; an edited or unreadable one leaves a finding. */
export function readClassFiles(
  platform: string,
  shownPath: (path: string) => string,
): { readonly files: readonly ClassFile[]; readonly findings: readonly Finding[] } {
  const folder = join(platform, 'classes');
  const names = existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith('.yaml'))
        .sort(compareText)
    : [];
  const read = names.map((name) =>
    readClassFile(
      basename(name, '.yaml'),
      new Source(shownPath(join(folder, name)), readFileSync(join(folder, name), 'utf8')),
    ),
  );
  return {
    files: read.flatMap(({ file }) => file ?? []),
    findings: read.flatMap(({ finding }) => finding ?? []),
  };
}

function readClassFile(
  name: string,
  source: Source,
): { readonly file?: ClassFile; readonly finding?: Finding } {
  const [, second = '', ...rest] = source.text.split('\n');
  const [, digest] = digestLine.exec(second) ?? [];
  if (digest !== digestOf(rest.join('\n'))) return { finding: edited(source, name) };
  const documents = parseAllDocuments(source.text);
  return { file: { name, source, objects: [...documents].map((document): unknown => document.toJS()) } };
}

function edited(source: Source, name: string): Finding {
  return {
    rule: 'class-frozen',
    severity: 'error',
    place: { file: source.file, line: 1, column: 1 },
    problem: `class generation ${name} is not what was released: its digest does not fit`,
    allowed: 'a released generation never changes, since Cluster API would roll every cluster of it at once',
    remedy: 'take the file back from Git (git checkout), and run `kaas class release` for a new generation',
    related: [],
  };
}

function digestOf(body: string): string {
  return createHash('sha256').update(body).digest('hex');
}
