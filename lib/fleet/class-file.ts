import { createHash } from 'node:crypto';
import { basename, join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { compareText, type Finding } from '../finding/index.ts';
import { fileRules } from './file-rules.ts';
import { listFolder } from './list-folder.ts';
import { type FileRequest, readTextFile } from './read-file.ts';
import { readingFinding } from './reading-rule.ts';
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

/** What the files of class generations hold as far as they can be used, and what is wrong with the others. */
export interface ReadClassFiles {
  readonly files: readonly ClassFile[];
  /** Names of generations that are there and cannot be used; undefined if not even their folder can be read. */
  readonly unusable: readonly string[] | undefined;
  readonly findings: readonly Finding[];
}

/** Reads every class generation below the folder of the platform; an edited, unreadable or malformed one leaves a finding. */
export function readClassFiles(
  platform: string,
  shownPath: (path: string) => string,
  root = platform,
): ReadClassFiles {
  const folder = join(platform, 'classes');
  const listing = listFolder(folder);
  if (typeof listing === 'string')
    return listing === 'ENOENT'
      ? { files: [], unusable: [], findings: [] }
      : { files: [], unusable: undefined, findings: [noFolder(shownPath(folder), listing)] };
  const read = listing
    .filter((entry) => entry.name.endsWith('.yaml'))
    .sort((a, b) => compareText(a.name, b.name))
    .map((entry) => {
      const path = join(folder, entry.name);
      return {
        name: classNameOf(path),
        ...readClassFile({ path, file: shownPath(path), root, limit, entry }),
      };
    });
  return {
    files: read.flatMap(({ file }) => file ?? []),
    unusable: read.flatMap(({ name, file }) => (file === undefined ? [name] : [])),
    findings: read.flatMap(({ finding }) => finding ?? []),
  };
}

/** Bytes. A generation with every variable has 45 KB. */
const limit = 4 * 1024 * 1024;

function noFolder(file: string, code: string): Finding {
  return readingFinding(fileRules.unreadable, {
    place: { file, line: 1, column: 1 },
    problem: `the folder of the class generations cannot be read (${code})`,
    allowed: 'allowed: a folder of NAME.yaml files, or no folder',
    remedy: 'put a readable folder in its place',
  });
}

interface ReadClassFile {
  readonly file?: ClassFile;
  readonly finding?: Finding;
}

const classNameOf = (path: string): string => basename(path, '.yaml');

function readClassFile(request: FileRequest): ReadClassFile {
  const read = readTextFile(request);
  if (!('text' in read)) return { finding: read.findings[0] };
  const source = new Source(request.file, read.text);
  const name = classNameOf(request.path);
  const [, second = '', ...rest] = source.text.split('\n');
  const [, digest] = digestLine.exec(second) ?? [];
  if (digest !== digestOf(rest.join('\n'))) return { finding: edited(source, name) };
  const objects = objectsOf(source.text);
  return typeof objects === 'string'
    ? { finding: malformed(source, name, objects) }
    : { file: { name, source, objects } };
}

/** The documents of the file, or what is wrong with it. */
function objectsOf(text: string): readonly unknown[] | string {
  const documents = parseAllDocuments(text);
  const objects: unknown[] = [];
  for (const document of documents) {
    const [error] = document.errors;
    if (error !== undefined) return `it is no YAML (${error.message.split('\n')[0] ?? ''})`;
    try {
      objects.push(document.toJS({ maxAliasCount: 0 }));
    } catch {
      return 'it has an alias';
    }
  }
  const classes = objects.filter((object) => kindOf(object) === 'ClusterClass').length;
  if (objects.some((object) => kindOf(object) === undefined)) return 'it holds something that is no object';
  return classes === 1 ? objects : `it holds ${String(classes)} ClusterClasses`;
}

function kindOf(object: unknown): string | undefined {
  const kind: unknown =
    typeof object === 'object' && object !== null ? Reflect.get(object, 'kind') : undefined;
  return typeof kind === 'string' ? kind : undefined;
}

function malformed(source: Source, name: string, problem: string): Finding {
  return readingFinding(fileRules.classMalformed, {
    place: { file: source.file, line: 1, column: 1 },
    problem: `class generation ${name} cannot be used: ${problem}`,
    allowed:
      'allowed: the objects of a generation as kaas class release writes them: templates and one ClusterClass',
  });
}

function edited(source: Source, name: string): Finding {
  return readingFinding(fileRules.classFrozen, {
    place: { file: source.file, line: 1, column: 1 },
    problem: `class generation ${name} is not what was released: its digest does not fit`,
    allowed: 'a released generation never changes, since Cluster API would roll every cluster of it at once',
    remedy: 'take the file back from Git (git checkout), and run `kaas class release` for a new generation',
  });
}

function digestOf(body: string): string {
  return createHash('sha256').update(body).digest('hex');
}
